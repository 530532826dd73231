/** Keep the screen on, where the browser allows it; call the result to end that. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  async function request(): Promise<void> {
    if (document.hidden || over || !('wakeLock' in navigator)) return; // not available without TLS
    try {
      lock = await navigator.wakeLock.request('screen');
      if (over) void lock.release();
    } catch {
      // Refused, for example on low battery: the screen goes dark as usual.
    }
  }
  void request();
  document.addEventListener('visibilitychange', request); // a hidden page loses its lock
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', request);
    void lock?.release();
  };
}
