/** Installing Sixes on the home screen: the browser's offer is kept until the player wants it. */

/** Chromium only, so not among TypeScript's own types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
let prompt = $state.raw<InstallPrompt | null>(null);

export const canInstall = (): boolean => prompt !== null;

/** Safari on iOS has no such event, so its users install by hand; `standalone` is false until they have. */
export const installsByHand = (): boolean => 'standalone' in navigator && navigator.standalone === false;

export function install(): void {
  void prompt?.prompt();
  prompt = null; // it can be shown once
}

/** Keep the browser's install prompt for our own button. */
export function watchForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => (prompt = null));
}
