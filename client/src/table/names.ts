/** The names of the players at a table. Equal names, such as two bots of one level, get numbers. */

import { levelName, say } from '../text/translate.svelte';
import type { Seat, Table } from './table';

/** A player's name; a bot without an owner is called by its level. */
export const nameOf = (seat: Seat): string =>
  seat.player ? seat.name : say('level.bot', { level: levelName(seat.bot) });

/** The name of each seat. */
export const namesOf = (table: Table): readonly string[] =>
  numbered(table.seats.map((seat) => (seat ? nameOf(seat) : '')));

/** The same for small sheets, where an icon marks bots. The number is apart, so that it is never cut off. */
export function shortNamesOf(table: Table): readonly { name: string; number: string }[] {
  const short = table.seats.map((seat) => (seat ? (seat.player ? seat.name : levelName(seat.bot)) : ''));
  return numbered(short).map((whole, at) => ({ name: short[at] ?? '', number: whole.slice(short[at]?.length).trim() }));
}

/** The names, with numbers in order behind equal ones. */
export function numbered(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    if (!name || names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}`;
  });
}
