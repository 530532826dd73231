/** A seat as it is seen from across the table. */

import { namesOf, shortNamesOf } from '../table/names';
import type { Sixto, Table } from '../table/table';
import { say } from '../text/speech.svelte';
import type { Here, SheetRows } from '../wire/messages';
import { closingOf } from './points';

export interface Other {
  seat: number;
  name: string;
  /** The name where there is little room. */
  short: { name: string; number: string };
  rows: SheetRows;
  crosses: readonly string[];
  half: readonly string[];
  closed: readonly string[];
  active: boolean;
  done: boolean;
  covered: boolean;
  away: boolean;
  /** A bot plays: of itself, or for somebody. */
  bot: boolean;
  /** About to close a colour. */
  closing: boolean;
  /** What they just said. */
  said: string;
  /** All that is so, in words. */
  states: readonly string[];
}

export function seen(table: Table, match: Sixto, here: Here, said: Readonly<Record<number, string>>): readonly Other[] {
  const [names, short, closing] = [namesOf(table), shortNamesOf(table), closingOf(match)];
  return table.seats.map((sitting, seat) => {
    const playing = match.phase !== 'over';
    const away = Boolean(playing && sitting?.player && !sitting.bot && !here.seats.includes(seat));
    const state = {
      active: playing && match.phase !== 'crossing' && match.active === seat,
      done: match.done.includes(seat),
      covered: match.covered.includes(seat),
      away,
      bot: Boolean(sitting?.bot),
    };
    return {
      ...state,
      seat,
      name: names[seat] ?? '',
      short: short[seat] ?? { name: '', number: '' },
      rows: match.sheets[seat] ?? [],
      crosses: match.crosses[seat] ?? [],
      half: match.half[seat] ?? [],
      closed: match.closed,
      closing: closing.some(({ seats }) => seats.includes(seat)),
      said: said[seat] ?? '',
      states: inWords(state, Boolean(sitting?.player)),
    };
  });
}

function inWords(state: Pick<Other, 'active' | 'done' | 'covered' | 'away' | 'bot'>, person: boolean): string[] {
  return [
    ...(state.active ? [say('game.is_active')] : []),
    ...(state.done ? [say('game.is_done')] : []),
    ...(state.covered ? [say('game.covered')] : []),
    ...(state.away ? [say('lobby.away')] : []),
    ...(state.bot && person ? [say('game.is_bot')] : []),
  ];
}
