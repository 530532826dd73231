/** The HTTP part of the server: who one is, and tables. */

import type { TableSummary, Addresses, Fault, Levels, Lobby, Me, NewCarryCode, NewTable, TableMade } from './messages';

/** A request that was refused, or found no server: a key of the catalogue, and perhaps the server's words. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly words?: string,
  ) {
    super(code);
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  } catch {
    throw new Problem('app.offline');
  }
  if (response.status === 204) return undefined as T;
  const answer = (await response.json().catch(() => ({ code: 'app.offline' }))) as T | Fault;
  if (response.ok) return answer as T;
  const { code, message } = answer as Fault;
  throw new Problem(code, message);
}

/** As the first request, so that there is a cookie: everything else needs one. */
export const me = (): Promise<Me> => request('GET', 'me');
export const rename = (name: string): Promise<Me> => request('PUT', 'me/name', { name });
export const levels = (): Promise<Levels> => request('GET', 'levels');
/** Where phones in this network find the server, if this page is on its own machine. */
export const addresses = (): Promise<Addresses> => request('GET', 'addresses');
export const lobby = (): Promise<Lobby> => request('GET', 'tables');
export const makeTable = (wish: NewTable): Promise<TableMade> => request('POST', 'tables', wish);
export const about = (code: string): Promise<TableSummary> => request('GET', `tables/${encodeURIComponent(code)}`);
export const carryCode = (): Promise<NewCarryCode> => request('POST', 'me/code');
export const carry = (code: string): Promise<void> => request('POST', 'me/carry', { code });
export const recordAddress = (code: string): string => `/api/tables/${code}/record`;
