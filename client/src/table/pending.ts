/** What a tap shows at once: the event it is about to bring about, until the server's own settles it. */

import type { AnyAsk, AnyEvent } from '../wire/messages';
import { after } from './fold';
import type { Table } from './table';

/** The table with everything that was asked and is not answered yet. */
export function withPending(table: Table, me: number | null, asks: readonly AnyAsk[], now: number): Table {
  if (me === null) return table;
  return asks.reduce((shown, ask) => {
    const event = expected(shown, me, ask, now);
    return event ? after(shown, event) : shown;
  }, table);
}

/** What will come of a message, as far as that needs neither chance nor rules. */
function expected(table: Table, me: number, ask: AnyAsk, now: number): AnyEvent | null {
  const base = { at: now, seat: me };
  const match = table.match;
  if (ask.t === 'sheet') return { ...base, t: 'chose', sheet: ask.sheet ?? null };
  if (!match || ('turn' in ask && (match.game !== 'sixto' || ask.turn !== match.turn))) return null;
  if ('round' in ask && (match.game !== 'sixem' || ask.round !== match.round)) return null;
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
    case 'throw':
      return { ...base, t: 'thrown', round: ask.round, dice: ask.dice, lands: now + table.options.throw_time };
    default:
      return null;
  }
}
