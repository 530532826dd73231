/** What a tap shows at once: the event it is about to bring about, until the server's own settles it. */

import type { AnyCommand, AnyEvent } from '../wire/messages';
import { after } from './fold';
import { markedBy, showsOneToSix } from './sixem';
import type { Table } from './table';

/** The table with everything that was asked and is not answered yet. */
export function withPending(table: Table, me: number | null, asks: readonly AnyCommand[], now: number): Table {
  if (me === null) return table;
  return asks.reduce((shown, ask) => {
    const event = expected(shown, me, ask, now);
    return event ? after(shown, event) : shown;
  }, table);
}

/** A refusal that tells nothing new: a throw came too late for the STOP that everybody has heard. */
export const isOldNews = (ask: AnyCommand, refusal: string): boolean =>
  ask.t === 'throw' && refusal === 'sixem.stopped_already';

/** What will come of a message, as far as that needs neither chance nor rules. */
function expected(table: Table, me: number, ask: AnyCommand, now: number): AnyEvent | null {
  const base = { at: now, seat: me };
  const match = table.match;
  if (ask.t === 'sheet') return { ...base, t: 'chose', sheet: ask.sheet ?? null };
  if (!match || ('turn' in ask && (match.game !== 'sixto' || ask.turn !== match.turn))) return null;
  if ('round' in ask) return match.game === 'sixem' && ask.round === match.round ? inRound(table, me, ask, now) : null;
  switch (ask.t) {
    case 'keep':
      return { at: now, t: 'kept', turn: ask.turn };
    case 'cross':
      return { ...base, t: 'crossed', turn: ask.turn, box: ask.box };
    case 'uncross':
      return { ...base, t: 'uncrossed', turn: ask.turn, box: ask.box };
    case 'done':
      return { ...base, t: 'done', turn: ask.turn };
    case 'undone':
      return { ...base, t: 'undone', turn: ask.turn };
    case 'cover':
      return { ...base, t: 'covered', turn: ask.turn, on: ask.on };
    default:
      return null;
  }
}

/** The same in a round of Sixem. A STOP without 1 to 6 in sight, or after somebody else's, shows nothing. */
function inRound(table: Table, me: number, ask: Extract<AnyCommand, { round: number }>, now: number): AnyEvent | null {
  const { match } = table;
  if (match?.game !== 'sixem') return null;
  const { round } = ask;
  switch (ask.t) {
    case 'throw':
      if (match.phase !== 'rolling') return null;
      return { at: now, seat: me, t: 'thrown', round, dice: ask.dice, lands: now + table.options.throw_time };
    case 'stop':
      if (match.phase !== 'rolling' || !showsOneToSix(match.dice[me])) return null;
      return { at: now, seat: me, t: 'stopped', round };
    case 'mark':
      return match.marker === me ? markedBy(match, ask, now) : null;
  }
}
