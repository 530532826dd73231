/** SVG paths for a row of a small sheet: twelve boxes of ten units, with a gap before the target area. */

import { FIELD } from './points';

export const WIDTH = 124;
export const HEIGHT = 10;
const BOX = 8.4;
const left = (place: number): number => (place - 1) * 10 + (place > FIELD ? 4 : 0);

/** Full boxes. */
export const blocks = (places: readonly number[]): string =>
  places.map((place) => `M${left(place)} 0h${BOX}v${HEIGHT}h-${BOX}z`).join('');

/** Half crosses: boxes cut along the diagonal. */
export const halves = (places: readonly number[]): string =>
  places.map((place) => `M${left(place)} 0h${BOX}l-${BOX} ${HEIGHT}z`).join('');

/** The places that are not taken. */
export const free = (taken: readonly number[]): readonly number[] =>
  Array.from({ length: 12 }, (_, at) => at + 1).filter((place) => !taken.includes(place));
