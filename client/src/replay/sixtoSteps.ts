/** A game of Sixto from its record: the sheets before the first turn, and after each turn. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, repeat, type Colour } from '../table/table';
import { FIELD } from '../sixto/points';
import { SOLO_NEEDS, TARGET_NEEDS } from '../wire/gameData';
import { CLOSING_CROSSES, DICE_THAT_END } from '../wire/laterData';
import { PLACES, type Position } from '../sixto/positionLink';
import type { SixtoRecord } from './record';

export interface SixtoStep {
  /** How many turns are over. */
  turn: number;
  /** Who rolled in that turn. */
  active: number;
  rolls: readonly (readonly number[])[];
  /** For each seat. */
  crosses: readonly (readonly string[])[];
  closed: readonly Colour[];
}

export function sixtoSteps({ sheets, turns }: SixtoRecord): readonly SixtoStep[] {
  const steps: SixtoStep[] = [{ turn: 0, active: 0, rolls: [], crosses: repeat(sheets.length, []), closed: [] }];
  for (const [at, { rolls, crosses: made }] of turns.entries()) {
    const crosses = steps[at]!.crosses.map((before, seat) => [...before, ...(made[seat] ?? [])]);
    steps.push({ turn: at + 1, active: at % sheets.length, rolls, crosses, closed: closedBy(crosses) });
  }
  return steps;
}

const inTarget = (boxes: readonly string[]): number => boxes.filter((box) => placeOf(box) > FIELD).length;

/** The colours that somebody has closed. */
export const closedBy = (crosses: readonly (readonly string[])[]): readonly Colour[] =>
  COLOURS.filter((colour) => crosses.some((boxes) => inTarget(inRow(boxes, colour)) >= CLOSING_CROSSES));

/** Whether a seat can cross nothing more, whatever is rolled. */
function isStuck(boxes: readonly string[], closed: readonly Colour[]): boolean {
  return COLOURS.every((colour) => {
    const row = inRow(boxes, colour);
    const last = Math.max(0, ...row.map(placeOf));
    const reach = row.length - inTarget(row) >= TARGET_NEEDS ? PLACES : FIELD;
    return closed.includes(colour) || last >= reach;
  });
}

/** Whether the game of a record is over after its last turn. */
export function isSixtoOver(record: SixtoRecord): boolean {
  const { crosses, closed } = sixtoSteps(record).at(-1)!;
  const used = record.turns.at(-1)?.crosses[0]?.length;
  const alone = record.sheets.length === 1 && used !== undefined && used < SOLO_NEEDS;
  return alone || closed.length >= DICE_THAT_END || crosses.some((boxes) => isStuck(boxes, closed));
}

/** The steps after which a colour is closed that was open before. */
export const closingsOf = (steps: readonly SixtoStep[]): readonly number[] =>
  steps.flatMap(({ closed }, at) => (closed.length > (steps[at - 1]?.closed.length ?? 0) ? [at] : []));

/** The position to think about in a step: the sheets as they were when its dice lay. */
export function positionAt(record: SixtoRecord, steps: readonly SixtoStep[], at: number): Position {
  const { turn, active, rolls } = steps[at]!;
  const phase = (['rolling', 'deciding', 'crossing'] as const)[rolls.length] ?? 'crossing';
  const crosses = steps[Math.max(at - 1, 0)]!.crosses;
  return { sheets: record.sheets, crosses, active, turn: Math.max(turn, 1), phase, dice: rolls.at(-1) ?? [] };
}
