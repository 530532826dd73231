/** The daily challenge as the server tells it. */

import { recordOf, type SixtoRecord } from '../replay/record';
import { loadRecord } from '../review/documents';
import { request } from '../wire/api';
import type { Archive, Board, DailyResult, DailyToday, FriendSheets, NewTry, TryTable } from '../wire/messages';

export type BoardKind = 'day' | 'week' | 'all';

export const loadToday = (): Promise<DailyToday> => request('GET', 'daily');
export const loadDay = (day: number): Promise<DailyResult> => request('GET', `daily/${day}`);
export const loadBoard = (day: number, kind: BoardKind): Promise<Board> => request('GET', `daily/${day}/board/${kind}`);
export const loadFriends = (day: number): Promise<FriendSheets> => request('GET', `daily/${day}/friends`);
export const loadArchive = (before: number): Promise<Archive> => request('GET', `daily/archive?before=${before}`);
/** Begin a try, go on with it, or practise: its table. */
export const beginTry = (wanted: NewTry): Promise<TryTable> => request('POST', 'daily', wanted);
/** The game of a bot with the dice of a day. */
export const loadBot = async (day: number, level: string): Promise<SixtoRecord> =>
  sixto(recordOf(await request<unknown>('GET', `daily/${day}/bots/${level}`)));
export const loadGame = async (code: string): Promise<SixtoRecord> => sixto(await loadRecord(code));

/** Every daily challenge is one of Sixto. */
const sixto = (record: ReturnType<typeof recordOf>): SixtoRecord => record as SixtoRecord;
