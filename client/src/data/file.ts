/** The file with everything about a player: saved here, and its games brought to another server. */

import { request, ServerProblem } from '../wire/api';

/** The version of the file that we can read. */
const VERSION = 1;
/** What fits into one request. */
const [MOST_GAMES, MOST_BYTES] = [20, 60_000];
/** Milliseconds before a request that came too soon is sent again, and how often. */
const [PAUSE, MOST_TRIES] = [4000, 30];

/** What the server needs of a finished game; it computes the rest anew. */
export interface FileGame {
  id: string;
  seat: number;
  record: unknown;
  /** Played on this device without a network. */
  offline?: boolean;
}
export interface Brought {
  imported: number;
  known: number;
  refused: readonly { id: string; code: string; message: string }[];
}
/** The file cannot be used; `code` is a key of the catalogue. */
export class FileProblem extends Error {
  constructor(readonly code: 'data.cut_short' | 'data.not_ours' | 'data.newer') {
    super(code);
  }
}

/** Fetch the file, and have the browser save it. */
export async function saveFile(): Promise<void> {
  const response = await fetch('/api/me/data').catch(() => {
    throw new ServerProblem('app.offline');
  });
  if (!response.ok) {
    const { code = 'app.offline', message } = await response.json().catch(() => ({}));
    throw new ServerProblem(code, message);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'sixes.json';
  const blob = await response.blob().catch(() => {
    throw new ServerProblem('app.offline'); // it was cut off: half a file is not saved
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PAUSE);
}

/** The finished games in the text of a file; FileProblem says why there are none. */
export function gamesIn(text: string): readonly FileGame[] {
  const ours = text.startsWith('{"format":"sixes-data"');
  let file: { version?: unknown; games?: unknown };
  try {
    file = JSON.parse(text);
  } catch {
    throw new FileProblem(ours ? 'data.cut_short' : 'data.not_ours');
  }
  if (!ours || !Array.isArray(file.games)) throw new FileProblem('data.not_ours');
  if (typeof file.version !== 'number' || file.version > VERSION) throw new FileProblem('data.newer');
  if (!file.games.every(isGame)) throw new FileProblem('data.cut_short');
  return file.games.filter(({ record }) => record !== null).map(({ id, seat, record }) => ({ id, seat, record }));
}

function isGame(game: unknown): game is FileGame {
  if (typeof game !== 'object' || game === null) return false;
  const { id, seat, record } = game as Partial<FileGame>;
  return typeof id === 'string' && typeof seat === 'number' && typeof record === 'object';
}

/** Games in parts that fit into a request. */
export function partsOf(games: readonly FileGame[]): readonly (readonly FileGame[])[] {
  const parts: FileGame[][] = [];
  let size = Infinity;
  for (const game of games) {
    const bytes = new TextEncoder().encode(JSON.stringify(game)).length + 1;
    const last = parts.at(-1);
    if (last && last.length < MOST_GAMES && size + bytes <= MOST_BYTES) {
      last.push(game);
      size += bytes;
    } else {
      parts.push([game]);
      size = bytes;
    }
  }
  return parts;
}

/** Send games to this server; `ondone` hears after each part how many there were so far. */
export async function bringGames(games: readonly FileGame[], ondone: (done: number) => void): Promise<Brought> {
  let [imported, known, done] = [0, 0, 0];
  const refused: Brought['refused'][number][] = [];
  for (const part of partsOf(games)) {
    const answer = await sendPart(part);
    imported += answer.imported;
    known += answer.known;
    refused.push(...answer.refused);
    ondone((done += part.length));
  }
  return { imported, known, refused };
}

/** Send a part; again after a while, if the server asks for patience. */
async function sendPart(games: readonly FileGame[]): Promise<Brought> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request<Brought>('POST', 'me/games', { games });
    } catch (problem) {
      const soon = problem instanceof ServerProblem && problem.code === 'http.slow_down';
      if (!soon || tries === MOST_TRIES) throw problem;
      await new Promise((next) => setTimeout(next, PAUSE));
    }
  }
}

/** Delete everything about me, on the server and on this device. */
export async function deleteEverything(): Promise<void> {
  await request('DELETE', 'me');
  localStorage.clear();
  sessionStorage.clear();
  await import('../offline/forget').then(({ forgetDevice }) => forgetDevice()).catch(() => {}); // nothing is kept here
}
