/** The sounds of Sixto: short and dry, as from a table. */

import { noise, tone } from '../ui/sound';

/** A pencil on paper: one stroke, or the second one of a cross. */
export const strokeSound = (second = false): void => noise(second ? 2600 : 3400, second ? 1500 : 2100, 0.11, 0.09);
/** An eraser. */
export const eraseSound = (): void => noise(700, 420, 0.16, 0.1);
/** A dull tap: not allowed. */
export const dullSound = (): void => tone(95, 0.09, 0.2);
/** A paper is put down: done. */
export const doneSound = (): void => noise(900, 300, 0.07, 0.12);
/** Two soft knocks: your turn. */
export function turnSound(): void {
  tone(185, 0.07, 0.16);
  tone(165, 0.08, 0.14, 0.13);
}
/** A drawer is pushed in, and a lock clicks: a colour closes. */
export function closeSound(): void {
  noise(260, 120, 0.26, 0.16);
  tone(1250, 0.03, 0.1, 0.26);
  tone(820, 0.04, 0.1, 0.3);
}
