/** The strength of bots in three steps, whatever levels a server has. */

import type { Game } from '../route.svelte';
import * as api from '../wire/api';
import type { Levels } from '../wire/messages';

export type { Game };

export const STRENGTHS: readonly string[] = ['nearest', 'steady', 'expert'];

let loaded: Promise<Levels> | null = null;

/** The levels of this server, or of this device, weakest first. */
export async function levelsOf(game: Game, local = false): Promise<readonly string[]> {
  if (local) return (await api.levels(local))[game];
  loaded ??= api.levels();
  try {
    return (await loaded)[game];
  } catch (problem) {
    loaded = null; // to be loaded again
    throw problem;
  }
}

/** The level for a strength from 0 to 2. The weakest level plays at random, and is left out. */
export function levelFor(levels: readonly string[], strength: number): string {
  const usable = levels.length > 1 ? levels.slice(1) : levels;
  const last = usable.length - 1;
  return usable[[0, Math.floor(last / 2), last][strength] ?? 0] ?? 'nearest';
}
