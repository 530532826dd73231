/** Sixes on the home screen: browsers that offer it say so once, and it can be asked for later. */

/** Not in the types of TypeScript: Chromium alone has it. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}
let offer = $state.raw<Offer | null>(null);

export const canInstall = (): boolean => offer !== null;

/** Safari on iPhones and iPads offers nothing, but its users can do it; `standalone` is false there until they have. */
export const installsByHand = (): boolean => 'standalone' in navigator && navigator.standalone === false;

export function install(): void {
  void offer?.prompt();
  offer = null; // it can be asked for once
}

/** From now on an offer of the browser is kept for our own button. */
export function watchForOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as Offer;
  });
  addEventListener('appinstalled', () => (offer = null));
}
