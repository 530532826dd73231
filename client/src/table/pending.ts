/** Optimistic display: a command is shown at once as the event it should cause, until the server answers. */

import type { AnyCommand, AnyEvent } from '../wire/messages';
import { afterEvent } from './fold';
import { expectedMark, showsOneToSix } from './sixem';
import type { Table } from './table';

/** The table with all unanswered commands applied. */
export function withPending(table: Table, me: number | null, commands: readonly AnyCommand[], now: number): Table {
  if (me === null) return table;
  return commands.reduce((shown, command) => {
    const event = expectedEvent(shown, me, command, now);
    return event ? afterEvent(shown, event) : shown;
  }, table);
}

/** A refusal that tells nothing new: a throw after a STOP that the player has already seen. */
export const isRedundantRefusal = (command: AnyCommand, refusal: string): boolean =>
  command.t === 'throw' && refusal === 'sixem.stopped_already';

/** The event that a command will cause, as far as that needs neither dice nor rules. */
function expectedEvent(table: Table, me: number, command: AnyCommand, now: number): AnyEvent | null {
  const base = { at: now, seat: me };
  const match = table.match;
  if (command.t === 'sheet') return { ...base, t: 'chose', sheet: command.sheet ?? null };
  if (!match || ('turn' in command && (match.game !== 'sixto' || command.turn !== match.turn))) return null;
  if ('round' in command) return expectedInRound(table, me, command, now);
  switch (command.t) {
    case 'keep':
      return { at: now, t: 'kept', turn: command.turn };
    case 'cross':
      if (match.game !== 'sixto' || !(command.box in (match.legal[me] ?? {}))) return null;
      return { ...base, t: 'crossed', turn: command.turn, box: command.box };
    case 'uncross':
      return { ...base, t: 'uncrossed', turn: command.turn, box: command.box };
    case 'done':
      return { ...base, t: 'done', turn: command.turn };
    case 'undone':
      return { ...base, t: 'undone', turn: command.turn };
    case 'cover':
      return { ...base, t: 'covered', turn: command.turn, on: command.on };
    default:
      return null;
  }
}

/** The same for Sixem. A STOP without 1 to 6 on the dice, or after another STOP, shows nothing. */
function expectedInRound(
  table: Table,
  me: number,
  command: Extract<AnyCommand, { round: number }>,
  now: number,
): AnyEvent | null {
  const { match } = table;
  if (match?.game !== 'sixem' || command.round !== match.round) return null;
  const { round } = command;
  switch (command.t) {
    case 'throw':
      if (match.phase !== 'rolling') return null;
      return { at: now, seat: me, t: 'thrown', round, dice: command.dice, lands: now + table.options.throw_time };
    case 'stop':
      if (match.phase !== 'rolling' || !showsOneToSix(match.dice[me])) return null;
      return { at: now, seat: me, t: 'stopped', round };
    case 'mark':
      return match.marker === me ? expectedMark(match, command, now) : null;
  }
}
