/** Undo: takes back the last cross, or moves it back if it was moved within its row. */

import { inRow } from '../table/sixto';
import type { CommandBody } from '../wire/connection';

export interface Step {
  colour: string;
  /** The half cross that stood in this row before, if there was one. */
  before: string | null;
}

/** What to remember before a tap on a box changes its row. */
export const undoStep = (half: readonly string[], box: string): Step => ({
  colour: box.slice(0, 1),
  before: inRow(half, box.slice(0, 1))[0] ?? null,
});

/** The command that undoes the last step. After a reload no steps are known, and the last half cross is taken back. */
export function undoCommand(half: readonly string[], steps: readonly Step[], turn: number): CommandBody | null {
  const last = steps.at(-1);
  const now = last ? (inRow(half, last.colour)[0] ?? null) : (half.at(-1) ?? null);
  if (last?.before && last.before !== now) return { t: 'cross', turn, box: last.before };
  return now ? { t: 'uncross', turn, box: now } : null;
}
