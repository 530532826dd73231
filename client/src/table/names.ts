/** What those at a table are called: two bots of one level have numbers, so that one knows who is meant. */

import { levelName, say } from '../text/speech.svelte';
import type { Seat, Table } from './table';

/** A player's name; a bot without an owner is called by its level. */
export const nameOf = (seat: Seat): string =>
  seat.player ? seat.name : say('level.bot', { level: levelName(seat.bot) });

/** For each seat a name. */
export const namesOf = (table: Table): readonly string[] =>
  numbered(table.seats.map((seat) => (seat ? nameOf(seat) : '')));

/** The same for a small sheet, where a drawing tells who is a bot: the number apart, as it must not be cut off. */
export function shortNamesOf(table: Table): readonly { name: string; number: string }[] {
  const short = table.seats.map((seat) => (seat ? (seat.player ? seat.name : levelName(seat.bot)) : ''));
  return numbered(short).map((whole, at) => ({ name: short[at] ?? '', number: whole.slice(short[at]?.length).trim() }));
}

/** Equal names get numbers, in their order. */
export function numbered(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    if (!name || names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}`;
  });
}
