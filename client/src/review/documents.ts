/** The documents of the review page: the coach's review of a finished game, and the game's record. */

import { request, type Why } from '../wire/api';
import type { Gains, SheetRows } from '../wire/messages';

interface AnyDecision {
  turn: number;
  /** Expected final points after the choice. */
  value: number;
  /** What the choice cost, in points. */
  cost: number;
  /** It is surely worse than the best. */
  mistake: boolean;
  /** Why the best is better than what was chosen. */
  why: Why | null;
  /** The boxes that the dice could cross. */
  legal: Readonly<Record<string, Gains>>;
}
export type KeepOrRoll = 'keep' | 'again';
export interface RollDecision extends AnyDecision {
  kind: 'roll';
  chosen: KeepOrRoll;
  best: KeepOrRoll;
}
export interface CrossDecision extends AnyDecision {
  kind: 'cross';
  chosen: readonly string[];
  best: readonly string[];
}
export type Decision = RollDecision | CrossDecision;
export type Choice = Decision['chosen'];

export interface Roll {
  turn: number;
  /** By colour; 0 for a die out of the game. */
  dice: readonly number[];
  /** What it gave or took, in points. */
  luck: number;
  /** The share of rolls that would have been worse. */
  rank: number;
}

/** `final` is `start` plus `luck` minus `cost`, exactly. */
export interface Review {
  start: number;
  luck: number;
  cost: number;
  final: number;
  /** Points that were possible with these very dice, at least. */
  possible: number;
  /** Of 100 games of the expert on this sheet, how many have fewer points; null on a sheet of one's own. */
  percentile: number | null;
  decisions: readonly Decision[];
  rolls: readonly Roll[];
}

/** What the page needs of a record of Sixto. */
export interface GameRecord {
  sheets: readonly SheetRows[];
  turns: readonly {
    rolls: readonly (readonly number[])[];
    /** For each seat. */
    crosses: readonly (readonly string[])[];
  }[];
}

/** Milliseconds: others may be waiting for the coach, too. */
const LONGEST = 90_000;

/** The review of a table's game, and its record. */
export function loadReview(code: string): Promise<[Review, GameRecord]> {
  const table = `tables/${encodeURIComponent(code)}`;
  return Promise.all([
    request<Review>('GET', `${table}/review`, undefined, LONGEST),
    request<GameRecord>('GET', `${table}/record`),
  ]);
}
