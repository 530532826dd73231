/** Friends, and invitations to tables. The server keeps them; nobody can write anything to anybody. */

import type { Game } from '../route.svelte';
import { makeTable, request } from '../wire/api';
import type { TableSummary } from '../wire/messages';

/** Somebody with whom I have finished games. */
export interface Person {
  player: string;
  name: string;
  games: number;
  /** When the last of them ended, in milliseconds since 1970; 0: there is none any more. */
  last: number;
  state: '' | 'asked' | 'asks' | 'friends';
}
/** A friend waits for me at a table. */
export interface Invitation {
  player: string;
  name: string;
  at: number;
  table: TableSummary;
}
/** A friend of mine, and whether they are invited to a table. */
export interface Invited {
  player: string;
  name: string;
  state: '' | 'invited' | 'declined';
}

export const loadPeople = async (): Promise<readonly Person[]> =>
  (await request<{ people: readonly Person[] }>('GET', 'me/people')).people;
/** Ask somebody to be friends, or agree. */
export const markFriend = (player: string): Promise<void> => request('PUT', `me/friends/${player}`);
/** End a friendship, take a question back, or decline one. */
export const unmarkFriend = (player: string): Promise<void> => request('DELETE', `me/friends/${player}`);

export const loadInvitations = async (): Promise<readonly Invitation[]> =>
  (await request<{ invitations: readonly Invitation[] }>('GET', 'me/invitations')).invitations;
export const declineInvitation = (code: string): Promise<void> => request('DELETE', `me/invitations/${code}`);
export const loadInvited = async (code: string): Promise<readonly Invited[]> =>
  (await request<{ friends: readonly Invited[] }>('GET', `tables/${code}/invitations`)).friends;
export const invite = (code: string, player: string): Promise<void> =>
  request('PUT', `tables/${code}/invitations/${player}`);

/** Make a table for two, and invite a friend to it; gives its code. */
export async function playWith(player: string, game: Game): Promise<string> {
  const { code } = await makeTable({ options: { game, seats: 2 } });
  await invite(code, player);
  return code;
}
