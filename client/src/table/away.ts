/** Who has been away for long, as far as this page was told. */

import type { Here } from '../wire/messages';
import type { Table } from './table';

/** Seconds that somebody must have been away before a bot may play for them. */
export const LONG_AWAY = 60;

/** The seats whose owners have been away long, at a time; `since` is when who is here was told. */
export function longAway(table: Table, here: Here, since: number, now: number): readonly number[] {
  return Object.entries(here.away ?? {}).flatMap(([seat, seconds]) => {
    const sitting = table.seats[Number(seat)];
    const long = seconds + (now - since) / 1000 >= LONG_AWAY;
    return long && sitting?.player && !sitting.bot ? [Number(seat)] : [];
  });
}
