/** What those at a table are called: two bots of one level have numbers, so that one knows who is meant. */

import type { Table } from '../table/table';
import { levelName, say } from '../text/speech.svelte';

/** For each seat a name; a bot without an owner by its level. */
export function namesOf(table: Table): readonly string[] {
  return numbered(
    table.seats.map((seat) => {
      if (!seat) return '';
      return seat.player ? seat.name : say('level.bot', { level: levelName(seat.bot) });
    }),
  );
}

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
