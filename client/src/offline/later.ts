/**
 * What other pages need for playing without a network, in one file: they would have to load the names of all files
 * that this needs.
 */

import type { Component } from 'svelte';
import type { TableSummary } from '../wire/messages';
import { withAllSentences } from '../text/translate.svelte';
import { sendGames, unfinishedTables } from './games';

export { answer, environmentFor } from './device';

/** The start page without a network. */
export const loadHome = (): Promise<{ default: Component<{ onstrength: () => void }> }> =>
  withAllSentences(import('./OfflineHome.svelte'));

/** Do what is to be done while there is a network. */
export const prepare = (): Promise<void> => import('./upkeep').then((upkeep) => upkeep.prepare());

/** The games that wait here; those that are over are sent if the server is there. */
export async function findGames(served: boolean): Promise<readonly TableSummary[]> {
  if (served) void sendGames();
  return unfinishedTables();
}
