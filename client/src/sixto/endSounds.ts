/** The sounds of the end, which are loaded with it. */

import { noise, tone } from '../ui/sound';

/** A pencil ticks: a line is counted. */
export const countSound = (line: number, points: number): void =>
  noise(points < 0 ? 900 : 2400 + line * 60, points < 0 ? 600 : 2000, 0.035, 0.14);
/** Marimba: three notes for the winner, one for the others. */
export function endSound(won: boolean): void {
  const notes = won ? [523, 659, 784] : [392];
  notes.forEach((pitch, at) => tone(pitch, 0.34, 0.16, at * 0.13));
}
