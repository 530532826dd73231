/** Makes tables wherever that is possible. */

import * as api from '../wire/api';
import type { NewTable } from '../wire/messages';
import { identifyVisitor, playsOffline } from './visitor.svelte';

/** Make a table on the server, or without one on this device, if that is ready for it; gives its code. */
export async function makeTableAnywhere(table: NewTable): Promise<string> {
  try {
    await identifyVisitor();
  } catch (problem) {
    if (!playsOffline()) throw problem;
    const { makeTableHere } = await import('../offline/play');
    return makeTableHere(table);
  }
  return (await api.makeTable(table)).code;
}
