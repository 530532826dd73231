/** Making tables on this device. */

import type { Game } from '../route.svelte';
import { settings, updateSettings } from '../settings.svelte';
import * as api from '../wire/api';
import type { NewTable } from '../wire/messages';
import { levelFor, levelsOf } from '../pages/levels';

/** Make a table on this device, and give its code. */
export async function makeTableHere(table: NewTable): Promise<string> {
  const { code } = await api.makeTable(table, true);
  updateSettings({ unsent: true });
  return code;
}

/** Make a table for a game alone or against bots. */
export async function playHere(game: Game, opponents: number): Promise<string> {
  const level = opponents ? levelFor(await levelsOf(game, true), settings.strength) : '';
  return makeTableHere({ options: { game, seats: 1 + opponents, spectators: false }, bots: Array<string>(opponents).fill(level) });
}
