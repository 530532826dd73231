/** How strong bots are to be: three steps, whatever levels a server has. */

import type { Game } from '../route.svelte';
import * as api from '../wire/api';
import type { Levels } from '../wire/messages';

export type { Game };

export const STRENGTHS = ['nearest', 'steady', 'expert'] as const;

let known: Promise<Levels> | null = null;

/** The levels of this server, weakest first. */
export async function levelsOf(game: Game): Promise<readonly string[]> {
  known ??= api.levels();
  try {
    return (await known)[game];
  } catch (problem) {
    known = null; // to be asked again
    throw problem;
  }
}

/** The level for a strength from 0 to 2; the weakest of all plays without any plan, and is left out. */
export function levelFor(levels: readonly string[], strength: number): string {
  const earnest = levels.length > 1 ? levels.slice(1) : levels;
  const last = earnest.length - 1;
  return earnest[[0, Math.floor(last / 2), last][strength] ?? 0] ?? 'nearest';
}
