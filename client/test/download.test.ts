import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { download, DownloadProblem, PIECE, serverRuntime, type Downloading } from '../src/offline/download';
import type { FileStore, Runtime } from '../src/offline/files';

/** A store in memory. */
class MemoryStore implements FileStore {
  readonly kept: Runtime[] = [];
  readonly files = new Map<string, Uint8Array>();
  readonly parts = new Map<string, Uint8Array[]>();
  full = false;

  runtimes = async (): Promise<readonly Runtime[]> => this.kept;
  keep = async (runtime: Runtime): Promise<void> => void this.kept.push(runtime);
  keepOnly = async (): Promise<void> => {};
  hasFile = async (hash: string): Promise<boolean> => this.files.has(hash);
  pieces = async (hash: string): Promise<readonly Uint8Array[]> => this.parts.get(hash) ?? [];
  async addPiece(hash: string, at: number, piece: Uint8Array): Promise<void> {
    if (this.full) throw new DOMException('no room', 'QuotaExceededError');
    const parts = this.parts.get(hash) ?? [];
    parts[at] = piece;
    this.parts.set(hash, parts);
  }
  async finish(hash: string, file: Uint8Array | null): Promise<void> {
    if (file) this.files.set(hash, file);
    this.parts.delete(hash);
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Bytes that differ from place to place. */
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255);
const LARGE = bytesOf(4 * PIECE + 1000);
const SMALL = bytesOf(10);
const FILES: Record<string, Uint8Array<ArrayBuffer>> = { 'python.wasm': LARGE, 'sixes.zip': SMALL };
const runtime: Runtime = {
  id: 'abc',
  size: LARGE.length + SMALL.length,
  files: Object.entries(FILES).map(([name, bytes]) => ({ name, size: bytes.length, hash: hashOf(bytes) })),
};

let store: MemoryStore;
let asked: string[];
let progress: number[];
/** Bytes after which the connection is lost. */
let cutAt: number;
/** What is done to a file on its way. */
let change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
let ranges: boolean;

/** A server that sends files in bits and pieces, and knows ranges. */
const serve: Downloading['fetch'] = async (address, init) => {
  const range = new Headers(init?.headers).get('Range');
  const from = ranges ? Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0) : 0;
  asked.push(`${address} ${from}`);
  const whole = change(FILES[address.split('/').at(-1)!]!.slice());
  let at = from;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = Math.min(at + 100_000, whole.length, cutAt);
      if (at >= cutAt) controller.error(new TypeError('network error'));
      else if (at >= whole.length) controller.close();
      else controller.enqueue(whole.subarray(at, (at = next)));
    },
  });
  return new Response(body, { status: from ? 206 : 200 });
};
const using = (): Downloading => ({
  ...{ store, fetch: serve, onprogress: (done: number) => progress.push(done), signal: new AbortController().signal },
});
const problemOf = async (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => 'none',
    (problem: unknown) => (problem as DownloadProblem).code,
  );

beforeEach(() => {
  store = new MemoryStore();
  asked = [];
  progress = [];
  cutAt = Infinity;
  change = (bytes) => bytes;
  ranges = true;
});

describe('the download of a runtime', () => {
  test('brings all files, and tells how far it is', async () => {
    await download(runtime, using());
    expect(runtime.files.map(({ hash }) => hashOf(store.files.get(hash)!))).toEqual(runtime.files.map(({ hash }) => hash));
    expect(store.kept).toEqual([runtime]);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(progress.at(-1)).toBe(runtime.size);
    expect(store.parts.size).toBe(0);
  });

  test('goes on where it was cut off', async () => {
    cutAt = LARGE.length / 2;
    expect(await problemOf(download(runtime, using()))).toBe('offline.cut');
    expect(store.kept).toEqual([]);
    cutAt = Infinity;
    await download(runtime, using());
    expect(asked).toEqual(['/offline/abc/python.wasm 0', `/offline/abc/python.wasm ${2 * PIECE}`, '/offline/abc/sixes.zip 0']);
    expect(store.kept).toEqual([runtime]);
  });

  test('begins a file anew if the server knows no ranges', async () => {
    cutAt = LARGE.length / 2;
    await problemOf(download(runtime, using()));
    [cutAt, ranges] = [Infinity, false];
    await download(runtime, using());
    expect(hashOf(store.files.get(runtime.files[0]!.hash)!)).toBe(runtime.files[0]!.hash);
  });

  test('keeps nothing of a file that is damaged or of another length, and tries again', async () => {
    const damaged = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => bytes.fill(1, 5, 6);
    for (const wrong of [damaged, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array.from([...bytes, 1])]) {
      change = wrong;
      expect(await problemOf(download(runtime, using()))).toBe('offline.damaged');
      expect(store.files.size + store.parts.size).toBe(0);
    }
    change = (bytes) => bytes;
    await download(runtime, using());
    expect(store.kept).toEqual([runtime]);
  });

  test('fetches of a newer release only what has changed', async () => {
    await download(runtime, using());
    asked = [];
    const files = [runtime.files[0]!, { name: 'sixes.zip', size: 10, hash: hashOf(SMALL) }, { name: 'new.zip', size: 3, hash: hashOf(bytesOf(3)) }];
    FILES['new.zip'] = bytesOf(3);
    await download({ id: 'def', size: 0, files }, using());
    expect(asked).toEqual(['/offline/def/new.zip 0']);
  });

  test('says that there is no room', async () => {
    store.full = true;
    expect(await problemOf(download(runtime, using()))).toBe('offline.full');
  });
});

describe('what the server offers', () => {
  const offering = (response: Response) => problemOf(serverRuntime(async () => response));
  test('is nothing where the page itself comes instead, or no answer', async () => {
    expect(await offering(new Response('<!doctype html>'))).toBe('offline.none');
    expect(await offering(new Response('', { status: 404 }))).toBe('offline.none');
    expect(await problemOf(serverRuntime(() => Promise.reject(new TypeError())))).toBe('app.offline');
    expect(await offering(new Response(JSON.stringify(runtime)))).toBe('none');
  });
});
