/** Taking back the last cross: where it was moved from another box of its row, it goes back there. */

import { inRow } from '../table/sixto';
import type { Wish } from '../wire/connection';

export interface Step {
  colour: string;
  /** The half cross that stood in this row before, if there was one. */
  before: string | null;
}

/** A tap on a box is about to change its row. */
export const stepOf = (half: readonly string[], box: string): Step => ({
  colour: box.slice(0, 1),
  before: inRow(half, box.slice(0, 1))[0] ?? null,
});

/** What undoes the last step; without one (the page was loaded anew) the last half cross goes. */
export function undoing(half: readonly string[], steps: readonly Step[], turn: number): Wish | null {
  const last = steps.at(-1);
  const now = last ? (inRow(half, last.colour)[0] ?? null) : (half.at(-1) ?? null);
  if (last?.before && last.before !== now) return { t: 'cross', turn, box: last.before };
  return now ? { t: 'uncross', turn, box: now } : null;
}
