/**
 * The files of the runtime in IndexedDB, which pages without TLS have too. They are kept by their hashes: what two
 * releases share is fetched and stored once. A file that is still arriving lies there in pieces.
 */

import { Database } from './database';

/** A file of the runtime; `hash` is its SHA-256 in hex. */
export interface RuntimeFile {
  name: string;
  size: number;
  hash: string;
}
/** All that a release needs to play on this device. */
export interface Runtime {
  id: string;
  /** Bytes on this device. */
  size: number;
  /** Bytes as they are sent, if all are. */
  transfer?: number;
  files: readonly RuntimeFile[];
}

/** What can be stored of a runtime; tests bring their own. */
export interface FileStore {
  runtimes(): Promise<readonly Runtime[]>;
  keep(runtime: Runtime): Promise<void>;
  /** Delete all runtimes but these, and every file that none of these needs. */
  keepOnly(ids: readonly string[]): Promise<void>;
  hasFile(hash: string): Promise<boolean>;
  /** The pieces of a file so far, in their order. */
  pieces(hash: string): Promise<readonly Uint8Array[]>;
  addPiece(hash: string, at: number, piece: Uint8Array): Promise<void>;
  /** Store a whole file, and delete its pieces; null deletes them only. */
  finish(hash: string, file: Uint8Array | null): Promise<void>;
}

const [RUNTIMES, FILES, PIECES] = ['runtimes', 'files', 'pieces'];
export const runtimeDatabase = new Database('sixes-runtime', { [RUNTIMES]: { keyPath: 'id' }, [FILES]: {}, [PIECES]: {} });
const transact = runtimeDatabase.transact.bind(runtimeDatabase) as Database['transact'];

const piecesOf = (hash: string): IDBKeyRange => IDBKeyRange.bound([hash, 0], [hash, Infinity]);

export const fileStore: FileStore = {
  runtimes: () => transact<Runtime[]>('readonly', (store) => store(RUNTIMES).getAll()),
  keep: (runtime) => transact('readwrite', (store) => void store(RUNTIMES).put(runtime)),
  async keepOnly(ids) {
    const kept = (await this.runtimes()).filter(({ id }) => ids.includes(id));
    const needed = new Set(kept.flatMap(({ files }) => files.map(({ hash }) => hash)));
    const hashes = await transact('readonly', (store) => store(FILES).getAllKeys());
    await transact('readwrite', (store) => {
      store(RUNTIMES).clear();
      for (const runtime of kept) store(RUNTIMES).put(runtime);
      for (const hash of hashes) if (!needed.has(String(hash))) store(FILES).delete(hash);
      store(PIECES).clear();
    });
  },
  hasFile: async (hash) => (await transact('readonly', (store) => store(FILES).count(hash))) > 0,
  pieces: (hash) => transact<Uint8Array[]>('readonly', (store) => store(PIECES).getAll(piecesOf(hash))),
  addPiece: (hash, at, piece) => transact('readwrite', (store) => void store(PIECES).put(piece, [hash, at])),
  finish: (hash, file) =>
    transact('readwrite', (store) => {
      if (file) store(FILES).put(file, hash);
      store(PIECES).delete(piecesOf(hash));
    }),
};

/** The files of a runtime by their names; null if it is not here, or not whole. */
export async function readRuntime(id: string): Promise<ReadonlyMap<string, Uint8Array> | null> {
  const runtime = await transact<Runtime | undefined>('readonly', (store) => store(RUNTIMES).get(id));
  if (!runtime) return null;
  const found = new Map<string, Uint8Array>();
  for (const { name, hash } of runtime.files) {
    const file = await transact<Uint8Array | undefined>('readonly', (store) => store(FILES).get(hash));
    if (!file) return null;
    found.set(name, file);
  }
  return found;
}
