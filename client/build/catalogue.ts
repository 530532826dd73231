/** Leaves out of the catalogue, which server and command line share, the sentences that pages never show. */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The first word of the keys that only the command line uses. */
export const COMMAND_LINE_PREFIXES = [
  'bot', 'client', 'dice', 'lab', 'paper', 'place', 'record', 'serve', 'show', 'store', 'terminal', 'train',
] as const;
/** The first word of the keys that the first game of Sixto does not need: they are loaded with what shows them. */
const LATER_PREFIXES = [
  'ahead', 'cards', 'coach', 'daily', 'data', 'days', 'duel', 'friends', 'games', 'learn', 'lobby', 'offline', 'pad', 'pattern', 'practice', 'print', 'rating',
  'rematch', 'replay', 'review', 'round', 'settings', 'sixem', 'study',
];
const FILE = /sixes\/text\/\w+\.json$/;
const LATER = /sixes\/text\/\w+\.json\?later$/;

/** The sentences of the start page and Sixto, or those that can come later. */
export function forPages(sentences: Record<string, string>, later: boolean): Record<string, string> {
  const left: readonly string[] = COMMAND_LINE_PREFIXES;
  return Object.fromEntries(
    Object.entries(sentences).filter(([key]) => {
      const prefix = key.split('.')[0] ?? '';
      return !left.includes(prefix) && LATER_PREFIXES.includes(prefix) === later;
    }),
  );
}

export function catalogue(): Plugin {
  const part = (text: string, later: boolean): string => JSON.stringify(forPages(JSON.parse(text), later));
  return {
    name: 'catalogue',
    enforce: 'pre',
    load(id) {
      if (!LATER.test(id)) return null;
      const code = `export default ${part(readFileSync(id.replace('?later', ''), 'utf8'), true)};`;
      return { code, moduleType: 'js' };
    },
    transform: (code, id) => (FILE.test(id) ? { code: part(code, false), map: null } : null),
  };
}
