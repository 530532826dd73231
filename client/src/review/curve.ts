/** The graph of a review: expected points after each turn, and the luck and cost in between, as coordinates. */

import { sum } from '../sixto/points';
import type { Review } from './documents';

/** A turn of the graph, in points. */
export interface Step {
  turn: number;
  /** Expected points before the turn, and after it. */
  before: number;
  after: number;
  luck: number;
  cost: number;
  mistake: boolean;
  /** The chance to win after it; null alone. */
  win: number | null;
}

/** Each turn leads from what was expected before it, by luck and cost, to what is expected after it. */
export function stepsOf(review: Review): readonly Step[] {
  const turns = Math.max(0, ...review.decisions.map(({ turn }) => turn));
  let before = review.start;
  return Array.from({ length: turns }, (_, at) => {
    const turn = at + 1;
    const decisions = review.decisions.filter((one) => one.turn === turn);
    const given = [...review.rolls, ...review.others].filter((one) => one.turn === turn);
    const luck = sum(given.map((one) => one.luck));
    const cost = sum(decisions.map((decision) => decision.cost));
    const win = review.others.find((one) => one.turn === turn)?.win ?? null;
    const step = { turn, before, after: before + luck - cost, luck, cost, mistake: decisions.some((one) => one.mistake), win };
    before = step.after;
    return step;
  });
}

export interface Scale {
  least: number;
  most: number;
  /** Round numbers in between, for lines across the graph. */
  marks: readonly number[];
}

/** The least distance between marks that leaves at most four steps. */
const DISTANCES = [5, 10, 20, 25, 50, 100, 200, 500];

/** The points that the graph has to show. */
export function scaleOf(steps: readonly Step[]): Scale {
  const levels = steps.flatMap(({ before, after, luck }) => [before, before + luck, after]);
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  const distance = DISTANCES.find((one) => (highest - lowest) / one <= 4) ?? 1000;
  const least = Math.floor(lowest / distance) * distance;
  const most = Math.ceil(highest / distance) * distance;
  return { least, most, marks: Array.from({ length: (most - least) / distance + 1 }, (_, at) => least + at * distance) };
}
