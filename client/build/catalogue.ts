/** Leaves out of the catalogue, which server and command line share, the sentences that pages never show. */

import type { Plugin } from 'vite';

/** The first word of the keys that only the command line uses. */
export const COMMAND_LINE_PREFIXES = ['bot', 'client', 'dice', 'place', 'record', 'serve', 'show', 'store'] as const;
const FILE = /sixes\/text\/\w+\.json$/;

export function forPages(sentences: Record<string, string>): Record<string, string> {
  const left: readonly string[] = COMMAND_LINE_PREFIXES;
  return Object.fromEntries(
    Object.entries(sentences).filter(([key]) => !left.includes(key.split('.')[0] ?? '')),
  );
}

export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    enforce: 'pre',
    transform: (code, id) =>
      FILE.test(id) ? { code: JSON.stringify(forPages(JSON.parse(code))), map: null } : null,
  };
}
