/** Loads something again and again, as long as somebody looks at the page. */

import { ServerProblem } from '../wire/api';

/** Milliseconds between requests. */
const PAUSE = 10_000;

/** Load now, every few seconds, and when the page is seen or online again; call the result to stop. */
export function refreshing(load: () => Promise<void>): () => void {
  const again = (): void => {
    if (document.hidden) return;
    load().catch((problem: unknown) => {
      if (!(problem instanceof ServerProblem)) throw problem; // without a server, what is shown stays
    });
  };
  const timer = setInterval(again, PAUSE);
  addEventListener('online', again);
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    clearInterval(timer);
    removeEventListener('online', again);
    document.removeEventListener('visibilitychange', again);
  };
}
