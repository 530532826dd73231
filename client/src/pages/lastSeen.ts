/** What this device last saw of my unfinished games; the server's list does not tell how far they are. */

import type { Table } from '../table/table';
import { isMyTurn } from './myTurn';

export interface LastSeen {
  /** The turn of Sixto, or the round of Sixem. */
  turn: number;
  /** The game waited for me. */
  mine: boolean;
  /** My points; Sixto only. */
  points?: number;
  /** When, in milliseconds since 1970. */
  at: number;
}

const STORAGE_KEY = 'sixes.seen';
/** Games that are remembered. */
const MOST = 30;
/** What was written last: in a race of Sixem there are many events, and none of them changes it. */
let written = '';

export function lastSeen(): Readonly<Record<string, LastSeen>> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, LastSeen>;
  } catch {
    return {}; // no storage, or not ours
  }
}

/** Remember how far a game is. */
export function rememberGame(table: Table, me: number): void {
  const { match } = table;
  if (!match) return;
  const seen: LastSeen = {
    turn: match.game === 'sixto' ? match.turn : match.round,
    mine: isMyTurn(table, me),
    at: Date.now(),
    ...(match.game === 'sixto' ? { points: match.scores[me] ?? 0 } : {}),
  };
  const news = [table.code, seen.turn, seen.mine, seen.points].join();
  if (news === written) return;
  written = news;
  const newest = Object.entries({ ...lastSeen(), [table.code]: seen }).sort(([, a], [, b]) => b.at - a.at);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
  } catch {
    // Without storage, the start page shows less.
  }
}
