/** Keep the screen on, where the browser lets us; call what comes back to let it go dark again. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  async function ask(): Promise<void> {
    if (document.hidden || over || !('wakeLock' in navigator)) return; // without TLS there is none
    try {
      lock = await navigator.wakeLock.request('screen');
      if (over) void lock.release();
    } catch {
      // The battery is low, or somebody does not want it: the screen goes dark as usual.
    }
  }
  void ask();
  document.addEventListener('visibilitychange', ask); // a lock ends when the page is out of sight
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
