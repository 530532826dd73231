/** The tables on this device as pages read them; the worker writes them, and their logs. */

import { settings } from '../settings.svelte';
import { fileStore } from './files';
import type { AnyEvent, CreatedEvent, TableSummary } from '../wire/messages';
import { ENTRIES, TABLES, tableDatabase, type Entry, type StoredTable } from './store';

export type { StoredTable };

/** Entries in which a game starts: what came before it was made, and who sat down. */
const FIRST = 20;

export const isOver = ({ phase }: StoredTable): boolean => phase === 'over' || phase === 'closed';

export const storedTables = (): Promise<readonly StoredTable[]> =>
  tableDatabase.transact<StoredTable[]>('readonly', (stores) => stores(TABLES).getAll());

/** The runtime for a table: while it is played that with which it began, if that is still here; else the newest. */
export async function runtimeOf(code: string): Promise<string> {
  const newest = settings.offline?.id ?? '';
  if (!code) return newest;
  const stored = await tableDatabase.transact<StoredTable | undefined>('readonly', (stores) => stores(TABLES).get(code));
  const kept = await fileStore.runtimes();
  return stored && !isOver(stored) && kept.some(({ id }) => id === stored.runtime) ? stored.runtime : newest;
}

/** The summary of a table as the server would give it, from the first entries of its log. */
export async function summaryOf({ code, phase }: StoredTable): Promise<TableSummary | null> {
  const range = IDBKeyRange.bound([code, 0], [code, FIRST]);
  const entries = await tableDatabase.transact<Entry[]>('readonly', (stores) => stores(ENTRIES).getAll(range));
  let summary = null as TableSummary | null;
  for (const { body } of entries) {
    const event = JSON.parse(body) as AnyEvent | CreatedEvent;
    if (event.t === 'created') summary = { code, phase, options: event.options, seats: event.seats };
    else if (event.t === 'started' && summary) summary = { ...summary, seats: event.seats };
  }
  return summary;
}

/** Note that games need not be sent any more. */
export function markSent(codes: readonly string[]): Promise<void> {
  return tableDatabase.transact('readwrite', (stores) => {
    for (const code of codes) {
      const request = stores(TABLES).get(code) as IDBRequest<StoredTable | undefined>;
      request.onsuccess = () => request.result && stores(TABLES).put({ ...request.result, sent: true });
    }
  });
}

/** Delete tables with their logs. */
export function deleteTables(codes: readonly string[]): Promise<void> {
  return tableDatabase.transact('readwrite', (stores) => {
    for (const code of codes) {
      stores(TABLES).delete(code);
      stores(ENTRIES).delete(IDBKeyRange.bound([code, 0], [code, Infinity]));
    }
  });
}
