/** The server's HTTP API: the visitor's identity, and tables. */

import type {
  TableSummary,
  Addresses,
  Devices,
  Fault,
  Levels,
  Lobby,
  Me,
  NewCarryCode,
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

/** Milliseconds after which a request counts as lost: whoever pressed a button can press it again. */
const LONGEST = 20_000;

export async function request<T>(method: string, path: string, body?: unknown, longest = LONGEST): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      ...{ method, signal: AbortSignal.timeout(longest) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw new ServerProblem('app.offline');
  }
  if (response.status === 204) return undefined as T;
  const answer = (await response.json().catch(() => ({ code: 'app.offline' }))) as T | Fault;
  if (response.ok) return answer as T;
  const { code, message } = answer as Fault;
  throw new ServerProblem(code, message);
}

/** Must be the first request: it sets the cookie that all others need. */
export const me = (): Promise<Me> => request('GET', 'me');
export const rename = (name: string): Promise<Me> => request('PUT', 'me/name', { name });
export const levels = (): Promise<Levels> => request('GET', 'levels');
/** The addresses at which other devices of this network reach the server; only its own machine is told. */
export const addresses = (): Promise<Addresses> => request('GET', 'addresses');
export const lobby = (): Promise<Lobby> => request('GET', 'tables');
export const makeTable = (table: NewTable): Promise<TableMade> => request('POST', 'tables', table);
export const tableSummary = (code: string): Promise<TableSummary> =>
  request('GET', `tables/${encodeURIComponent(code)}`);
export const carryCode = (): Promise<NewCarryCode> => request('POST', 'me/code');
export const carry = (code: string): Promise<void> => request('POST', 'me/carry', { code });
export const devices = (): Promise<Devices> => request('GET', 'me/devices');
export const signOut = (device: string): Promise<void> => request('DELETE', `me/devices/${device}`);
/** Sign out all devices but this one. */
export const signOutOthers = (): Promise<void> => request('DELETE', 'me/devices');
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
/** What a position is worth to a seat, and what to do there. */
export const study = (position: string, seat: number): Promise<Opinion> =>
  request('GET', `study/${position}?seat=${seat}`);
export const recordAddress = (code: string): string => `/api/tables/${code}/record`;
