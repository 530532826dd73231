/** Checks whether the server has a newer version of the client than this page. */

/** Milliseconds between checks. */
const INTERVAL = 60_000;
let found = $state(false);
let last = -INTERVAL;

export const updateAvailable = (): boolean => found;

/** Fetch the server's page: a newer version names another script. At most once a minute, unless forced. */
export async function checkForUpdate(force = false): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (found || !script || (!force && performance.now() - last < INTERVAL)) return;
  last = performance.now();
  try {
    const page = await fetch('/', { cache: 'no-cache' });
    found = page.ok && !(await page.text()).includes(new URL(script.src).pathname);
  } catch {
    // Without a network there is no update.
  }
}

/** Check each time the page becomes visible again. */
export function watchForUpdates(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void checkForUpdate();
  });
}
