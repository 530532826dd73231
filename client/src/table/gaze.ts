/** Where eyes look: everybody follows the player who has to act. */

/** How far pupils move, across and down, in the square of a face. */
export type Gaze = readonly [number, number];

export const AHEAD: Gaze = [0, 0];
/** From a row of players down to me. */
const DOWN: Gaze = [0, 1.8];

/** The look of the player at place `at` of a row towards the one at place `active`; -1 is nobody in it, but me. */
export function gazeAt(at: number, active: number): Gaze {
  if (at === active) return AHEAD;
  return active < 0 ? DOWN : [active < at ? -1.9 : 1.9, 0];
}
