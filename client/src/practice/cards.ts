/** Cards: costly choices of my own games, which come back to be solved. The server keeps them. */

import type { Choice, Decision, Roll } from '../review/documents';
import { isSame } from '../review/review';
import { request, type Opinion } from '../wire/api';

export interface Card {
  /** The code of the table whose game it is from. */
  table: string;
  /** Which choice of that game. */
  decision: number;
  /** When it comes back, in milliseconds since 1970. */
  due: number;
  /** How often in a row it was solved. */
  solved: number;
  body: { seat: number; choice: Decision; roll: Roll };
}

export const loadCards = async (): Promise<readonly Card[]> =>
  (await request<{ cards: readonly Card[] }>('GET', 'me/cards')).cards;
/** Make cards of my mistakes in a finished game; a game that was taken before changes nothing. */
export const keepMistakes = (code: string): Promise<void> => request('PUT', `me/cards/${encodeURIComponent(code)}`);
export const answerCard = ({ table, decision }: Card, solved: boolean): Promise<void> =>
  request('POST', `me/cards/${table}/${decision}`, { solved });
export const deleteCards = (): Promise<void> => request('DELETE', 'me/cards');

export const dueCards = (cards: readonly Card[], now: number): readonly Card[] => cards.filter(({ due }) => due <= now);

/** Standard errors, as the coach counts them: what costs less is about as good as the best. */
const SURE = 2;

/** Whether a crossing is about as good as the best, by what the coach thinks of the position. */
export function isAboutEqual(choice: Choice, { crossings, error }: Opinion): boolean {
  const mine = crossings.find(({ boxes }) => isSame(boxes, choice));
  return mine !== undefined && (crossings[0]?.value ?? 0) - mine.value < SURE * error;
}
