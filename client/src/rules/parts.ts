/** Where in the rules something stands: the anchors are those of docs/rules.*.md, the same in all languages. */

import type { Game } from '../route.svelte';
import type { Match } from '../table/table';

const PARTS = {
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

/** The part that tells what is going on now; before a game, the beginning. */
export function partFor(match: Match | null, game: Game): string {
  if (!match) return game;
  return match.game === 'sixto' ? PARTS.sixto[match.phase] : PARTS.sixem[match.phase];
}
