/** The names and faces of the players at a table. Equal names get numbers. */

import { faceOfBot, faceOfPlayer, type FaceLook } from '../ui/faces';
import { levelName, say } from '../text/translate.svelte';
import { COLOURS, type Seat, type Table } from './table';

/** A player's name; the bot in a seat is called after its face. */
export const nameOf = (seat: Seat, at: number): string =>
  seat.bot && !seat.player ? say(`name.bot_${COLOURS[at % 6] ?? 'a'}`) : seat.name || say('name.guest');

/** The name of a game; that of its score pad is the same. */
export const nameOfGame = (game: string): string => (game.startsWith('sixto') ? 'Sixto' : 'Sixem');

/** The face of a player or bot, the same for everybody at the table. */
export const faceOf = (seat: Seat, at: number): FaceLook => (seat.player ? faceOfPlayer(seat.player) : faceOfBot(at));

/** The level of a bot in words, also of one that stands in for a person; empty for a person who plays. */
export const levelOf = (seat: Seat): string => (seat.bot ? levelName(seat.bot) : '');

/** The name of each seat. */
export const namesOf = (table: Table): readonly string[] =>
  numbered(table.seats.map((seat, at) => (seat ? nameOf(seat, at) : '')));

/** The same for small sheets. The number is apart, so that it is never cut off. */
export function shortNamesOf(table: Table): readonly { name: string; number: string }[] {
  const short = table.seats.map((seat, at) => (seat ? nameOf(seat, at) : ''));
  return numbered(short).map((whole, at) => ({ name: short[at] ?? '', number: whole.slice(short[at]?.length).trim() }));
}

/** The names, with numbers in order behind equal ones. */
export function numbered(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    if (!name || names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}`;
  });
}
