/** Short messages to the player: toasts on the screen, and announcements for screen readers. */

export interface Action {
  label: string;
  run: () => void;
}
interface Toast {
  id: number;
  text: string;
  action?: Action | undefined;
}

/** Milliseconds for which a toast is shown. */
export const DURATION = 5000;
let toasts = $state.raw<readonly Toast[]>([]);
/** Where messages can appear: on the page, and in each open dialog, which hides the page from screen readers. */
let regions = $state.raw<readonly symbol[]>([]);
let announcement = $state.raw<{ text: string; region: symbol | undefined }>({ text: '', region: undefined });
let count = 0;

export const toastsIn = (region: symbol): readonly Toast[] => (region === regions.at(-1) ? toasts : []);
export const lastAnnouncement = (region: symbol): string => (region === announcement.region ? announcement.text : '');

/** Show messages in this region from now on; call the result to stop. */
export function addRegion(region: symbol): () => void {
  regions = [...regions, region];
  return () => (regions = regions.filter((other) => other !== region));
}

/** Show a sentence for a moment, perhaps with a button; screen readers read it, too. */
export function toast(text: string, action?: Action): void {
  const shown = { id: ++count, text, action };
  toasts = [shown]; // one at a time: two would cover what one plays with
  setTimeout(() => removeToast(shown.id), DURATION);
}

export function removeToast(id: number): void {
  toasts = toasts.filter((shown) => shown.id !== id);
}

/** Have screen readers read a text. The same text twice is read twice. */
export function announce(text: string): void {
  announcement = { text: announcement.text === text ? `${text}\u00a0` : text, region: regions.at(-1) };
}
