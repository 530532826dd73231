/** The logs of the tables on this device, in IndexedDB: an entry for each event, and a row for each table. */

import { Database } from './database';

/** What is stored of a table besides its log. */
export interface StoredTable {
  code: string;
  /** Of its dice, in hex. */
  seed: string;
  /** The id of the runtime that it began with. */
  runtime: string;
  /** When something happened last, in milliseconds since 1970. */
  at: number;
  phase: string;
  /** Its game is in "my games" on the server, or never will be. */
  sent?: boolean;
}
export interface Entry {
  table: string;
  version: number;
  body: string;
}
/** A table as it is read from the store. */
export interface StoredLog {
  seed: string;
  log: readonly string[];
}
/** A new table. */
export interface NewLog extends Pick<StoredTable, 'code' | 'seed' | 'at' | 'phase'> {
  entries: readonly string[];
}
/** What happened at a table: entries that follow a version, and perhaps the table of a rematch. */
export interface Change extends Pick<StoredTable, 'at' | 'phase'> {
  version: number;
  entries: readonly string[];
  made?: NewLog;
}

/** Where tables are stored; tests bring their own. Refused with a DOMException: nothing of the change is stored. */
export interface LogStore {
  /** Null if there is no such table. */
  read(code: string): Promise<StoredLog | null>;
  /** ConstraintError if another tab has stored one of these versions. */
  append(code: string, change: Change): Promise<void>;
  create(made: NewLog): Promise<void>;
}

export const [TABLES, ENTRIES] = ['tables', 'entries'];
export const tableDatabase = new Database('sixes-tables', {
  [TABLES]: { keyPath: 'code' },
  [ENTRIES]: { keyPath: ['table', 'version'] },
});

/** The store of a worker; new tables belong to its runtime. */
export function logStore(runtime: string): LogStore {
  return {
    async read(code) {
      const range = IDBKeyRange.bound([code, 0], [code, Infinity]);
      const table = await tableDatabase.transact<StoredTable | undefined>('readonly', (stores) => stores(TABLES).get(code));
      const log = await tableDatabase.transact<Entry[]>('readonly', (stores) => stores(ENTRIES).getAll(range));
      return table && log.length > 0 ? { seed: table.seed, log: log.map(({ body }) => body) } : null;
    },
    append: (code, { version, entries, at, phase, made }) =>
      tableDatabase.transact('readwrite', (stores) => {
        addEntries(stores(ENTRIES), code, version, entries);
        const request = stores(TABLES).get(code) as IDBRequest<StoredTable | undefined>;
        request.onsuccess = () => {
          if (request.result) stores(TABLES).put({ ...request.result, at, phase });
          else request.transaction?.abort(); // somebody has deleted it
        };
        if (made) addTable(stores, made, runtime);
      }),
    create: (made) => tableDatabase.transact('readwrite', (stores) => addTable(stores, made, runtime)),
  };
}

function addTable(stores: (name: string) => IDBObjectStore, made: NewLog, runtime: string): void {
  const { code, seed, at, phase, entries } = made;
  stores(TABLES).add({ code, seed, at, phase, runtime } satisfies StoredTable);
  addEntries(stores(ENTRIES), code, 0, entries);
}

/** Never `put`: what is stored under a version stays. */
function addEntries(store: IDBObjectStore, table: string, version: number, bodies: readonly string[]): void {
  bodies.forEach((body, at) => store.add({ table, version: version + 1 + at, body } satisfies Entry));
}
