/** A row of a small sheet as lines to draw: twelve boxes, ten units each, the target area set apart. */

import { FIELD } from './points';

export const WIDTH = 124;
export const HEIGHT = 10;
const BOX = 8.4;
const left = (place: number): number => (place - 1) * 10 + (place > FIELD ? 4 : 0);

/** Whole boxes. */
export const blocks = (places: readonly number[]): string =>
  places.map((place) => `M${left(place)} 0h${BOX}v${HEIGHT}h-${BOX}z`).join('');

/** Half crosses: boxes cut from corner to corner. */
export const halves = (places: readonly number[]): string =>
  places.map((place) => `M${left(place)} 0h${BOX}l-${BOX} ${HEIGHT}z`).join('');

/** The places that nothing stands on. */
export const free = (taken: readonly number[]): readonly number[] =>
  Array.from({ length: 12 }, (_, at) => at + 1).filter((place) => !taken.includes(place));
