/** Games on this device: those to go on with, and those that are over, which the server gets once. */

import { bringGames, type FileGame } from '../data/file';
import { settings, updateSettings } from '../settings.svelte';
import { say, withAllSentences } from '../text/translate.svelte';
import { toast } from '../ui/notices.svelte';
import { request, ServerProblem, tableSummary } from '../wire/api';
import type { TableSummary } from '../wire/messages';
import { deleteTables, isOver, markSent, storedTables, summaryOf, type StoredTable } from './tables';

/** Milliseconds that a finished game is kept here after it was sent: its page may still be open. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

/** The tables here that are not over, as the server would list them. */
export async function unfinishedTables(): Promise<readonly TableSummary[]> {
  const tables = await storedTables().catch(() => []); // the browser has deleted them, or keeps none
  const found = await Promise.all(tables.filter((table) => !isOver(table)).map(summaryOf));
  return found.filter((table) => table !== null);
}

let sending: Promise<void> | null = null;

/** Send the finished games that the server does not have; it stores each once, however often it comes. */
export function sendGames(): Promise<void> {
  sending ??= send().finally(() => (sending = null));
  return sending;
}

async function send(): Promise<void> {
  const tables = await storedTables().catch(() => []);
  const [over, begun] = [tables.filter(isOver), tables.filter((table) => !isOver(table))];
  const unsent = over.filter(({ sent }) => !sent);
  try {
    if (unsent.length) await sendTables(unsent);
  } catch (problem) {
    if (!(problem instanceof ServerProblem)) throw problem;
    return; // the next time will do
  }
  const gone = tables.filter((table) => isForgotten(table)).map(({ code }) => code);
  if (gone.length) await deleteTables(gone);
  if (begun.length === 0) updateSettings({ unsent: false });
}

/** Whether nobody will look for a table here: sent long ago, or discarded. */
function isForgotten(table: StoredTable): boolean {
  if (isOver(table)) return table.sent === true && Date.now() - table.at > KEPT;
  return settings.discarded.includes(table.code) && Date.now() - table.at > KEPT;
}

async function sendTables(tables: readonly StoredTable[]): Promise<void> {
  const games: FileGame[] = [];
  const settled: string[] = [];
  for (const table of tables) {
    const summary = await summaryOf(table);
    const game = summary && !summary.options.lesson ? await gameOf(table.code) : null;
    if (game) games.push(game);
    settled.push(table.code);
  }
  const { imported } = await bringGames(games, () => {});
  await markSent(settled); // also those that the server refused: it would again
  if (!imported) return;
  await withAllSentences(Promise.resolve());
  toast(say('offline.sent', { count: imported }));
}

/** What is sent of a game; null if it never ended, or if nobody sits there any more. */
async function gameOf(code: string): Promise<FileGame | null> {
  try {
    const seat = (await tableSummary(code)).seats.findIndex((sitting) => sitting?.player);
    if (seat < 0) return null;
    const record = await request<unknown>('GET', `tables/${code}/record`);
    return { id: code, seat, record, offline: true };
  } catch (problem) {
    if (problem instanceof ServerProblem && problem.code === 'table.record_none') return null;
    throw problem;
  }
}
