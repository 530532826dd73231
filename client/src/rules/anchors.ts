/** The anchors of docs/rules.*.md for each phase of a game; they are the same in all languages. */

import type { Game } from '../route.svelte';
import type { Match } from '../table/table';

const ANCHORS = {
  sixto: { rolling: 'sixto-roll', deciding: 'sixto-roll', crossing: 'sixto-crossing', over: 'sixto-scoring' },
  sixem: {
    starting: 'sixem-start',
    spinning: 'sixem-spinner',
    rolling: 'sixem-throw',
    last_throws: 'sixem-stop',
    marking: 'sixem-marking',
    over: 'sixem-end',
  },
} as const;

/** The anchor of the current phase; before a game, the beginning of its rules. */
export function anchorFor(match: Match | null, game: Game): string {
  if (!match) return game;
  return match.game === 'sixto' ? ANCHORS.sixto[match.phase] : ANCHORS.sixem[match.phase];
}
