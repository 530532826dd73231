/** The seats for which a bot may take over, because their players have been away for long. */

import type { Here } from '../wire/messages';
import type { Table } from './table';

/** Seconds of absence before a bot may play for somebody. */
export const AWAY_LIMIT = 60;

/** The seats of players away for long, at the time `now`; `since` is when `here` was received. */
export function absentSeats(table: Table, here: Here, since: number, now: number): readonly number[] {
  return Object.entries(here.away ?? {}).flatMap(([seat, seconds]) => {
    const sitting = table.seats[Number(seat)];
    const long = seconds + (now - since) / 1000 >= AWAY_LIMIT;
    return long && sitting?.player && !sitting.bot ? [Number(seat)] : [];
  });
}
