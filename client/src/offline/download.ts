/** The download of a runtime: it shows how far it is, and goes on where it was cut off. */

import { sha256 } from '../replay/sha256';
import type { FileStore, Runtime, RuntimeFile } from './files';

/** Why there is no runtime; `code` is a key of the catalogue. */
export class DownloadProblem extends Error {
  constructor(readonly code: 'app.offline' | 'offline.cut' | 'offline.damaged' | 'offline.full' | 'offline.none') {
    super(code);
  }
}

/** What a download uses of the browser; tests bring their own. */
export interface Downloading {
  store: FileStore;
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Called with the number of bytes that are here so far. */
  onprogress: (done: number) => void;
  /** Ends the download; what has arrived is kept. */
  signal: AbortSignal;
}

/** Bytes that are stored at a time: this much is fetched again at most. */
export const PIECE = 256 * 1024;
const FOLDER = '/offline';

/** The runtime of the server's release. */
export async function serverRuntime(fetch: Downloading['fetch']): Promise<Runtime> {
  const response = await fetch(`${FOLDER}/manifest.json`, { cache: 'no-cache' }).catch(() => {
    throw new DownloadProblem('app.offline');
  });
  const runtime = (await response.json().catch(() => null)) as Runtime | null;
  if (!response.ok || !Array.isArray(runtime?.files)) throw new DownloadProblem('offline.none');
  return runtime;
}

/** Fetch all files of a runtime that are not here yet; only then is it kept. */
export async function download(runtime: Runtime, using: Downloading): Promise<void> {
  let done = 0;
  for (const file of runtime.files) {
    if (!(await using.store.hasFile(file.hash))) {
      const progress = (here: number): void => using.onprogress(done + here);
      await fetchFile(`${FOLDER}/${runtime.id}/${file.name}`, file, { ...using, onprogress: progress });
    }
    using.onprogress((done += file.size));
  }
  await using.store.keep(runtime).catch(noRoom);
}

async function fetchFile(address: string, file: RuntimeFile, using: Downloading): Promise<void> {
  const pieces = [...(await using.store.pieces(file.hash))];
  const here = pieces.length * PIECE;
  if (sizeOf(pieces) < file.size) {
    const range = here ? { headers: { Range: `bytes=${here}-` } } : {};
    const response = await using.fetch(address, { ...range, signal: using.signal }).catch(cutOff);
    if (!response.ok || !response.body) throw new DownloadProblem('offline.cut');
    if (response.status !== 206) pieces.length = 0; // from its beginning
    await receive(response.body, pieces, file, using);
  }
  const whole = joined(pieces);
  const intact = whole.length === file.size && (await hashOf(whole)) === file.hash;
  await using.store.finish(file.hash, intact ? whole : null).catch(noRoom);
  if (!intact) throw new DownloadProblem('offline.damaged');
}

/** Store what arrives piece by piece; all but the last are of one size. */
async function receive(
  body: ReadableStream<Uint8Array>,
  pieces: Uint8Array[],
  { hash, size }: RuntimeFile,
  { store, onprogress }: Downloading,
): Promise<void> {
  const reader = body.getReader();
  let [rest, total] = [new Uint8Array(PIECE), sizeOf(pieces)];
  let filled = 0;
  const put = async (piece: Uint8Array): Promise<void> => {
    await store.addPiece(hash, pieces.push(piece) - 1, piece).catch(noRoom);
  };
  for (;;) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) break;
    if ((total += value.length) > size) break; // not our file: its hash will tell
    for (let from = 0; from < value.length; ) {
      const part = value.subarray(from, from + PIECE - filled);
      rest.set(part, filled);
      from += part.length;
      filled += part.length;
      if (filled < PIECE) continue;
      await put(rest);
      [rest, filled] = [new Uint8Array(PIECE), 0];
    }
    onprogress(total);
  }
  if (filled && total >= size) await put(rest.slice(0, filled));
  else if (total < size) throw new DownloadProblem('offline.cut');
}

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sizeOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** SHA-256 in hex: by the browser where it can, which is faster, else by our own function. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = crypto.subtle ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function cutOff(): never {
  throw new DownloadProblem('offline.cut');
}
function noRoom(problem: unknown): never {
  const full = problem instanceof DOMException && problem.name === 'QuotaExceededError';
  throw new DownloadProblem(full ? 'offline.full' : 'offline.cut');
}
