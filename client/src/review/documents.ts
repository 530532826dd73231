/** The coach's review of a finished game, as the server gives it. */

import { recordOf, type GameRecord } from '../replay/record';
import { request, type Why } from '../wire/api';
import type { Gains } from '../wire/messages';

interface AnyDecision {
  turn: number;
  /** Expected final points after the choice. */
  value: number;
  /** The chance to win after the choice, and after the best one; null alone. */
  win: number | null;
  best_win: number | null;
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
  /** The share of rolls that would have been worse; null at a table. */
  rank: number | null;
}
/** By how many points one won or lost; start, luck and play add up to them. */
export interface Margin {
  points: number;
  start: number;
  luck: number;
  play: number;
}

/** `final` is `start` plus `luck` minus `cost`, exactly. */
export interface Review {
  start: number;
  luck: number;
  cost: number;
  final: number;
  /** Points that were possible with these very dice, at least; null at a table. */
  possible: number | null;
  /** Of 100 games of the expert on this sheet, how many have fewer points; null on a sheet of one's own. */
  percentile: number | null;
  decisions: readonly Decision[];
  rolls: readonly Roll[];
  /** At a table: what the others did in each turn, which is luck, too, and the chance to win after it. */
  others: readonly { turn: number; luck: number; win: number }[];
  margin: Margin | null;
}

export interface SixemMark {
  cell: string;
  erase?: number;
  give?: number;
}
/** The coach's review of a game of Sixem; costs are shares of the chance to win. */
export interface SixemReview {
  rounds: number;
  won: boolean;
  race: {
    throws: number;
    seconds: number;
    throws_a_second: number;
    stops: number;
    throws_to_stop: number;
    expected_to_stop: number;
  } | null;
  cost: number;
  decisions: readonly { turn: number; chosen: SixemMark; best: SixemMark; cost: number; mistake: boolean }[];
}

/** Milliseconds: others may be waiting for the coach, too. */
const LONGEST = 90_000;
const pathOf = (code: string): string => `tables/${encodeURIComponent(code)}`;

/** What the server keeps of a table's game: its record, or the document of a score pad. */
export const loadDocument = (code: string): Promise<unknown> => request('GET', `${pathOf(code)}/record`);

/** The record of a table's game. */
export const loadRecord = async (code: string): Promise<GameRecord> => recordOf(await loadDocument(code));

/** The review of a table's game for one of its seats. */
export const loadReview = <T = Review>(code: string, seat: number): Promise<T> =>
  request('GET', `${pathOf(code)}/review?seat=${seat}`, undefined, LONGEST);
