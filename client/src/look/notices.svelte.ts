/** Short words to the player: on a slip of paper for all to see, or into the ear of who cannot see. */

interface Slip {
  id: number;
  text: string;
}

/** Milliseconds for which a slip can be read. */
const SHOWN = 5000;
let slips = $state.raw<readonly Slip[]>([]);
/** Where they can be: on the page and in each open dialog, behind which the page is dim and mute. */
let places = $state.raw<readonly symbol[]>([]);
let heard = $state.raw<{ text: string; place: symbol | undefined }>({ text: '', place: undefined });
let count = 0;

export const slipsShown = (place: symbol): readonly Slip[] => (place === places.at(-1) ? slips : []);
export const lastHeard = (place: symbol): string => (place === heard.place ? heard.text : '');

/** Words are here from now on, until this is taken back. */
export function appear(place: symbol): () => void {
  places = [...places, place];
  return () => (places = places.filter((other) => other !== place));
}

/** Show a sentence for a moment; screen readers say it, too. */
export function toast(text: string): void {
  const slip = { id: ++count, text };
  slips = [...slips.filter((other) => other.text !== text).slice(-2), slip];
  setTimeout(() => remove(slip.id), SHOWN);
}

export function remove(id: number): void {
  slips = slips.filter((slip) => slip.id !== id);
}

/** Say something to screen readers only. The same words twice are said twice. */
export function announce(text: string): void {
  heard = { text: heard.text === text ? `${text}\u00a0` : text, place: places.at(-1) };
}
