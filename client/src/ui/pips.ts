/** The pips of dice: each has the shape of the die's colour. */

import type { Colour } from '../table/table';
import { AROUND } from './shapes';

const [LOW, MIDDLE, HIGH] = [22, 45, 68];
/** For each number, the places of its pips in a square of 90 by 90. */
const PLACES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[MIDDLE, MIDDLE]],
  [[HIGH, LOW], [LOW, HIGH]],
  [[HIGH, LOW], [MIDDLE, MIDDLE], [LOW, HIGH]],
  [[LOW, LOW], [HIGH, LOW], [LOW, HIGH], [HIGH, HIGH]],
  [[LOW, LOW], [HIGH, LOW], [MIDDLE, MIDDLE], [LOW, HIGH], [HIGH, HIGH]],
  [[LOW, LOW], [HIGH, LOW], [LOW, MIDDLE], [HIGH, MIDDLE], [LOW, HIGH], [HIGH, HIGH]],
];

/** All pips of a number as one path in a square of 90 by 90. */
export const pipsOf = (colour: Colour, number: number): string =>
  (PLACES[number] ?? []).map(([x, y]) => `M${x} ${y}${AROUND[colour]}`).join('');
