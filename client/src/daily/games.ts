/** Games of one day beside each other, each as it stood after a turn. */

import { closedBy } from '../replay/sixtoSteps';
import type { SixtoRecord } from '../replay/record';
import type { SeatView } from '../sixto/seatViews';
import { AHEAD } from '../table/gaze';
import type { FaceLook } from '../ui/faces';
import type { SheetRows } from '../wire/messages';

export interface DayGame {
  name: string;
  face: FaceLook;
  /** The boxes crossed in each turn. */
  turns: readonly (readonly string[])[];
}

/** The boxes that the only player of a record crossed, turn by turn. */
export const turnsOf = ({ turns }: SixtoRecord): DayGame['turns'] => turns.map(({ crosses }) => crosses[0] ?? []);

/** The crosses after so many turns. */
export const crossesAfter = (turns: DayGame['turns'], turn: number): readonly string[] => turns.slice(0, turn).flat();

/** A game as a small sheet. */
export function viewOf({ name, face, turns }: DayGame, rows: SheetRows, seat: number, turn: number): SeatView {
  const crosses = crossesAfter(turns, turn);
  return {
    ...{ seat, name, short: { name, number: '' }, face, gaze: AHEAD, reaction: '', mood: 'calm' },
    ...{ rows, crosses, half: [], closed: closedBy([crosses]) },
    ...{ active: false, done: false, covered: false, away: false, bot: false, closing: false, states: [] },
  };
}
