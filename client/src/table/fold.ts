/**
 * The fold of events: a table is immutable, and each event gives a new one.
 *
 * This mirrors `sixes.play.table` and is held equal to it by golden files. It holds no rules: the client
 * knows only what events say and what can be seen on the table.
 */

import type { AnyEvent } from '../wire/messages';
import { afterPad } from './pad';
import { afterSixem, beginSixem } from './sixem';
import { afterSixto, beginSixto } from './sixto';
import { matchOf, put, seatOf, seatOfPlayer, type Match, type Seat, type Table } from './table';

export function afterEvent(table: Table, event: AnyEvent): Table {
  const changed = afterTableEvent(table, event);
  if (changed.pad) return { ...changed, pad: afterPad(changed.pad, event) };
  if (!changed.match || event.t === 'started') return changed;
  return { ...changed, match: afterInMatch(changed.match, event) };
}

function afterInMatch(match: Match, event: AnyEvent): Match {
  return match.game === 'sixto' ? afterSixto(match, event) : afterSixem(match, event);
}

function afterTableEvent(table: Table, event: AnyEvent): Table {
  switch (event.t) {
    case 'sat': {
      const who = seatOf(event.who);
      const before = seatOfPlayer(table, who.player);
      const seats = before === null ? table.seats : put(table.seats, before, vacated(table, before));
      return { ...table, seats: put(seats, event.seat, who) };
    }
    case 'left':
      return { ...table, seats: put(table.seats, event.seat, vacated(table, event.seat)), reserved: put(table.reserved, event.seat, '') };
    case 'chose':
      return withSeat(table, event.seat, { sheet: event.sheet ?? null });
    case 'named':
      return withSeat(table, event.seat, { name: event.name });
    case 'proposed':
      return { ...table, proposed: event.head_starts };
    case 'hosts':
      return { ...table, host: event.player };
    case 'started': {
      const seats = event.seats.map(seatOf);
      const begin = table.options.game === 'sixto' ? beginSixto : beginSixem;
      const due = table.reserved.length ? 0 : table.due;
      return { ...table, seats, due, reserved: [], proposed: [], phase: 'playing', match: event.board ? matchOf(event.board) : begin(event) };
    }
    case 'hinted':
      return withSeat(table, event.seat, { hinted: true });
    case 'handed': {
      const left = (table.options.rated && table.seats[event.seat]?.player) || '';
      const gone = event.gone ? { player: '', name: event.level, left } : { helped: true };
      return withSeat(table, event.seat, { bot: event.level, ...gone });
    }
    case 'returned':
      return withSeat(table, event.seat, { bot: '' });
    case 'ended':
      return { ...table, phase: 'over', seed: event.seed };
    case 'closed':
      return { ...table, phase: 'closed', seed: event.seed || table.seed };
    case 'rematched':
      return { ...table, rematch: event.code };
    default:
      return table;
  }
}

/** What is left when somebody gets up: a sheet of a score pad keeps its name. */
function vacated({ pad, seats }: Table, seat: number): Seat | null {
  return pad && seats[seat] ? seatOf({ name: seats[seat].name }) : null;
}

function withSeat(table: Table, seat: number, changes: Partial<Seat>): Table {
  const sitting = table.seats[seat];
  return sitting ? { ...table, seats: put(table.seats, seat, { ...sitting, ...changes }) } : table;
}
