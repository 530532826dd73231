/** Setting up a position of Sixto: crosses and dice are changed freely, within what a sheet can hold. */

import { toSheet } from '../sixto/ownSheet';
import { FIELD } from '../sixto/points';
import type { Position } from '../sixto/positionLink';
import { closedBy } from '../replay/sixtoSteps';
import { inRow, placeOf } from '../table/sixto';
import { COLOURS, NO_DICE, put, type Colour } from '../table/table';
import type { SheetRows } from '../wire/messages';
import { TARGET_NEEDS } from '../wire/gameData';
import { SHEETS } from '../wire/laterData';

export const LETTERED: readonly SheetRows[] = Object.values(SHEETS).map(toSheet);
export type Phase = 'rolling' | 'deciding' | 'crossing';
const FIRST_DICE: readonly number[] = [1, 2, 3, 4, 5, 6];

/** The first turn on sheet A. */
export const emptyPosition = (): Position => ({
  ...{ sheets: [LETTERED[0] ?? []], crosses: [[]], active: 0, turn: 1, phase: 'rolling', dice: NO_DICE },
});

/** Whether a box can be crossed or uncrossed: a target needs crosses in the field. */
export function isFree(crosses: readonly string[], box: string): boolean {
  const field = inRow(crosses, box.slice(0, 1)).filter((other) => placeOf(other) <= FIELD).length;
  return placeOf(box) <= FIELD || field >= TARGET_NEEDS || crosses.includes(box);
}

/** With a box of a seat crossed, or not any more. */
export function withBox(position: Position, seat: number, box: string): Position {
  const before = position.crosses[seat] ?? [];
  const after = before.includes(box) ? before.filter((other) => other !== box) : [...before, box];
  return withLyingDice({ ...position, crosses: put(position.crosses, seat, after) });
}

/** With the next number on a die; after 6 comes 1. */
export function withDieTurned(position: Position, colour: Colour): Position {
  const at = COLOURS.indexOf(colour);
  return { ...position, dice: put(position.dice, at, ((position.dice[at] ?? 0) % 6) + 1) };
}

export const withPhase = (position: Position, phase: Phase): Position => withLyingDice({ ...position, phase });

export const withoutCrosses = (position: Position): Position =>
  withLyingDice({ ...position, crosses: position.crosses.map(() => []), turn: 1 });

/** After the active player's crosses, and before the next roll; the others cross nothing. */
export function afterCrossing(position: Position, seat: number, boxes: readonly string[]): Position {
  const { active, crosses, turn, sheets } = position;
  return withLyingDice({
    ...position,
    crosses: put(crosses, seat, [...(crosses[seat] ?? []), ...boxes]),
    ...{ turn: turn + 1, active: (active + 1) % sheets.length, phase: 'rolling' },
  });
}

/** Dice lie after a roll, but for those of closed colours. */
function withLyingDice(position: Position): Position {
  const closed = closedBy(position.crosses);
  const dice = COLOURS.map((colour, at) => (closed.includes(colour) ? 0 : position.dice[at] || (FIRST_DICE[at] ?? 1)));
  return { ...position, dice: position.phase === 'rolling' ? NO_DICE : dice };
}
