/** Whether the server has a newer version of these pages than the one that runs here. */

/** Milliseconds until it is worth asking again. */
const SELDOM = 60_000;
let found = $state(false);
let last = -SELDOM;

export const newer = (): boolean => found;

/** Ask the server for its page: another version names another script. At most once a minute, unless it must be. */
export async function lookForNewer(now = false): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (found || !script || (!now && performance.now() - last < SELDOM)) return;
  last = performance.now();
  try {
    const page = await fetch('/', { cache: 'no-cache' });
    found = page.ok && !(await page.text()).includes(new URL(script.src).pathname);
  } catch {
    // Without a network there is nothing new.
  }
}

/** From now on, whoever comes back to this page after a while hears of it. */
export function watchForNewer(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void lookForNewer();
  });
}
