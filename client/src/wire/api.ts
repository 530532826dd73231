/** The HTTP API of the server, and of tables on this device: the visitor's identity, and tables. */

import type {
  TableSummary,
  Fault,
  Levels,
  Lobby,
  Me,
  NewTable,
  TableMade,
} from './messages';

/** A request was refused, or there was no server. `code` is a key of the catalogue, `words` the server's text. */
export class ServerProblem extends Error {
  constructor(
    readonly code: string,
    readonly words?: string,
  ) {
    super(code);
  }
}

/** Whether a code, or a path with one, is of a table on this device; it alone decides who answers. */
export const isLocal = (code: string): boolean => code.includes('local-');

/** Milliseconds after which a request counts as lost: whoever pressed a button can press it again. */
const LONGEST = 20_000;

/** Ask the server, or this device if it is about a table here or `local` says so. */
export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  longest = LONGEST,
  local = isLocal(path),
): Promise<T> {
  const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
  const asked = local
    ? import('../offline/later').then(({ answer }) => answer(method, `/api/${path}`, init.body))
    : fetch(`/api/${path}`, { ...init, signal: AbortSignal.timeout(longest) });
  const response = await asked.catch(noServer);
  if (response.status === 204) return undefined as T;
  const answer = (await response.json().catch(noServer)) as T | Fault; // a network may send pages of its own
  if (response.ok) return answer as T;
  const { code, message } = answer as Fault;
  throw new ServerProblem(code, message);
}

function noServer(problem: unknown): never {
  throw problem instanceof ServerProblem ? problem : new ServerProblem('app.offline');
}

/** Must be the first request: it sets the cookie that all others need. */
export const me = (longest?: number): Promise<Me> => request('GET', 'me', undefined, longest);
export const rename = (name: string): Promise<Me> => request('PUT', 'me/name', { name });
export const levels = (local?: boolean): Promise<Levels> => request('GET', 'levels', undefined, LONGEST, local);
export const lobby = (): Promise<Lobby> => request('GET', 'tables');
export const makeTable = (table: NewTable, local?: boolean): Promise<TableMade> =>
  request('POST', 'tables', table, LONGEST, local);
export const tableSummary = (code: string): Promise<TableSummary> =>
  request('GET', `tables/${encodeURIComponent(code)}`);
/** Why the coach prefers something: a sentence of the catalogue, and its values; a colour is a letter. */
export interface Why {
  key: string;
  values: Readonly<Record<string, string | number>>;
}
/** What the coach thinks of a position; values are expected final points. */
export interface Opinion {
  value: number;
  /** What the second roll is worth; null if it is not offered. */
  again: number | null;
  /** The standard error of what a choice costs. */
  error: number;
  /** Chances to win are null alone. */
  win: number | null;
  again_win: number | null;
  crossings: readonly { boxes: readonly string[]; value: number; win: number | null; why: Why }[];
}
export const recordAddress = (code: string): string => `/api/tables/${code}/record`;
