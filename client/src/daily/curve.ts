/** A smooth curve through a spread of points. */

import type { Spread } from '../wire/messages';

export interface Curve {
  /** Values and heights from 0 to 1. */
  points: readonly (readonly [value: number, height: number])[];
  least: number;
  most: number;
}

/** Points in a step of the spread. */
const STEP = 10;
/** How far each step reaches to both sides, in points. */
const SMOOTH = 22;
/** Points between two places where the curve is computed. */
const FINE = 4;
const MARK = 50;

const bell = (distance: number): number => Math.exp(-0.5 * (distance / SMOOTH) ** 2);

/** The curve of a spread, as far as anything happens on it; `mine` is always on it. */
export function curveOf({ first, counts }: Spread, mine: number): Curve {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const middles = counts.map((_, at) => first + (at + 0.5) * STEP);
  // The few games at either end would make the rest small.
  const reached = (share: number): number => {
    let sum = 0;
    return middles[counts.findIndex((count) => (sum += count) > share * total)] ?? mine;
  };
  const least = Math.min(reached(0.01), mine) - 2 * SMOOTH;
  const most = Math.max(reached(0.98), mine) + 2 * SMOOTH;
  const values = Array.from({ length: Math.ceil((most - least) / FINE) + 1 }, (_, at) => least + at * FINE);
  const heights = values.map((value) => counts.reduce((sum, count, at) => sum + count * bell(value - (middles[at] ?? 0)), 0));
  const highest = Math.max(...heights) || 1;
  return { points: values.map((value, at) => [value, (heights[at] ?? 0) / highest]), least, most: values.at(-1) ?? most };
}

/** The height of the curve at a number of points. */
export const heightAt = ({ points }: Curve, value: number): number => points.findLast(([at]) => at <= value)?.[1] ?? 0;

/** Round numbers of points below the curve. */
export function marksOf({ least, most }: Curve): readonly number[] {
  const begin = Math.ceil((least + STEP) / MARK);
  const end = Math.floor((most - STEP) / MARK);
  return Array.from({ length: Math.max(end - begin + 1, 0) }, (_, at) => (begin + at) * MARK);
}
