/** The server's clock, for pages without a socket: that of a phone may be wrong by hours. */

let asked: Promise<number> | null = null;

/** How many milliseconds the server's clock is ahead of ours, to the second; 0 if it does not answer. */
export function clockOffset(): Promise<number> {
  asked ??= fetch('/api/levels')
    .then((response) => Date.parse(response.headers.get('Date') ?? '') - Date.now() || 0)
    .catch(() => 0);
  return asked;
}
