/** Of the catalogue, which all of Sixes shares, pages carry only what they may have to say. */

import type { Plugin } from 'vite';

/** What commands say, by the first word of the key. */
export const OF_COMMANDS = ['bot', 'client', 'dice', 'place', 'record', 'serve', 'show', 'store'] as const;
const catalogue = /sixes\/text\/\w+\.json$/;

export function forPages(sentences: Record<string, string>): Record<string, string> {
  const commands: readonly string[] = OF_COMMANDS;
  return Object.fromEntries(
    Object.entries(sentences).filter(([key]) => !commands.includes(key.split('.')[0] ?? '')),
  );
}

export function sentences(): Plugin {
  return {
    name: 'sentences',
    enforce: 'pre',
    transform: (code, id) =>
      catalogue.test(id) ? { code: JSON.stringify(forPages(JSON.parse(code))), map: null } : null,
  };
}
