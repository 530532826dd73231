/** Reading a review: the verdict as it is shown, mistakes, and the position before each decision. */

import { COLOURS, type Colour } from '../table/table';
import type { SixtoRecord } from '../replay/record';
import type { Choice, Decision, Margin, Review, Roll } from './documents';

/** How many of the costliest mistakes are asked about. */
const MOST_ASKED = 3;

/** Points as whole tenths, half to even; what is not zero is not shown as zero. */
export function tenths(points: number): number {
  const exact = points * 10;
  const below = Math.floor(exact);
  const up = exact - below > 0.5 || (exact - below === 0.5 && below % 2 !== 0);
  return below + Number(up) || Math.sign(points);
}

/** All in tenths of a point. */
export interface Verdict {
  final: number;
  start: number;
  luck: number;
  cost: number;
}

/** The verdict as it is shown: it adds up to its last digit. */
export function verdictOf(review: Review): Verdict {
  const [final, luck, cost] = [tenths(review.final), tenths(review.luck), tenths(review.cost)];
  return { final, luck, cost, start: final - luck + cost };
}

/** The decisions that surely cost most, by their places in the list, the costliest first. */
export function costliest(decisions: readonly Decision[]): readonly number[] {
  const cost = (at: number): number => decisions[at]?.cost ?? 0;
  return mistakesOf(decisions)
    .sort((one, other) => cost(other) - cost(one))
    .slice(0, MOST_ASKED);
}

/** The next mistake after a place in the list; after the last one comes the first. Null if there is none. */
export function nextMistake(decisions: readonly Decision[], after: number): number | null {
  const all = mistakesOf(decisions);
  return all.find((at) => at > after) ?? all[0] ?? null;
}

const mistakesOf = (decisions: readonly Decision[]): number[] =>
  decisions.flatMap(({ mistake }, at) => (mistake ? [at] : []));

/** The decision of a turn to look at: the one that cost most, or the first. */
export function decisionOfTurn(decisions: readonly Decision[], turn: number): number {
  const own = decisions.flatMap((decision, at) => (decision.turn === turn ? [{ at, cost: decision.cost }] : []));
  return own.reduce((most, one) => (one.cost > most.cost ? one : most), own[0] ?? { at: 0, cost: 0 }).at;
}

/** The roll that a decision is about: the first of the turn, or the one that is crossed. */
export function rollOf(rolls: readonly Roll[], { turn, kind }: Decision): Roll {
  const own = rolls.filter((roll) => roll.turn === turn);
  return (kind === 'roll' ? own[0] : own.at(-1)) ?? { turn, dice: [], luck: 0, rank: null };
}

/** Of 100 rolls, how many would have been worse; never all, since this one is among them. */
export const worseOfHundred = (rank: number): number => Math.min(Math.round(100 * rank), 99);

/** A chance as it is told: of 100; neither 0 nor 100 unless it is certain. */
export function ofHundred(chance: number): number {
  const whole = Math.round(100 * chance);
  return chance > 0 && chance < 1 ? Math.min(Math.max(whole, 1), 99) : whole;
}

/** The margin as it is shown, in tenths: luck, with who began and on which sheet, and play add up to it. */
export function marginOf({ points, play }: Margin): { points: number; luck: number; play: number } {
  const [all, mine] = [tenths(points), tenths(play)];
  return { points: all, luck: all - mine, play: mine };
}

/** The crosses on the sheet of a seat after so many turns. */
export const crossesAfter = ({ turns }: Pick<SixtoRecord, 'turns'>, count: number, seat: number): readonly string[] =>
  turns.slice(0, count).flatMap(({ crosses }) => crosses[seat] ?? []);

/** The colours whose dice are out of the game in a roll. */
export const closedIn = (dice: readonly number[]): readonly Colour[] => COLOURS.filter((_, at) => dice[at] === 0);

/** Whether two choices are the same, in whatever order their boxes are. */
export const isSame = (one: Choice, other: Choice): boolean => sorted(one) === sorted(other);
const sorted = (choice: Choice): string => (typeof choice === 'string' ? choice : [...choice].sort().join());

/** A cross in a box: it takes the place of another in its row, or is taken back. */
export function withCross(boxes: readonly string[], box: string): readonly string[] {
  return boxes.includes(box) ? boxes.filter((one) => one !== box) : [...boxes.filter((one) => one[0] !== box[0]), box];
}
