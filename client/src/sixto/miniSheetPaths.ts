/** SVG paths for a row of a small sheet: a shape for each cross and a dot for each free box. */

import type { Colour } from '../table/table';
import { AROUND } from '../ui/shapes';
import { FIELD } from './points';

/** One box with its gap; the target area is a little apart. */
const STEP = 18;
const APART = 8;
export const WIDTH = 12 * STEP + APART;
export const HEIGHT = STEP;
const middle = (place: number): number => (place - 0.5) * STEP + (place > FIELD ? APART : 0);

/** The shape of a colour in each of these places. */
export const shapes = (colour: Colour, places: readonly number[]): string =>
  places.map((place) => `M${middle(place)} ${HEIGHT / 2}${AROUND[colour]}`).join('');

/** A dot in each of these places: lines without length, drawn with round ends. */
export const dots = (places: readonly number[]): string =>
  places.map((place) => `M${middle(place)} ${HEIGHT / 2}h0`).join('');

/** The places that are not taken: those to the right of all crosses, and those that were passed. */
export function freePlaces(taken: readonly number[]): { open: readonly number[]; passed: readonly number[] } {
  const last = Math.max(0, ...taken);
  const free = Array.from({ length: 12 }, (_, at) => at + 1).filter((place) => !taken.includes(place));
  return { open: free.filter((place) => place > last), passed: free.filter((place) => place < last) };
}
