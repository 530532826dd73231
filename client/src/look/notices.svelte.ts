/** Short words to the player: on a slip of paper for all to see, or into the ear of who cannot see. */

interface Slip {
  id: number;
  text: string;
}

/** Milliseconds for which a slip can be read. */
const SHOWN = 5000;
let slips = $state.raw<readonly Slip[]>([]);
let heard = $state('');
let count = 0;

export const slipsShown = (): readonly Slip[] => slips;
export const lastHeard = (): string => heard;

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
  heard = heard === text ? `${text}\u00a0` : text;
}
