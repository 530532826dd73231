import { expect, test } from 'vitest';
import { scaleOf, stepsOf } from '../src/review/curve';
import type { CrossDecision, Decision, Review, RollDecision } from '../src/review/documents';
import {
  closedIn,
  costliest,
  crossesAfter,
  decisionOfTurn,
  isSame,
  marginOf,
  nextMistake,
  ofHundred,
  rollOf,
  tenths,
  verdictOf,
  withCross,
  worseOfHundred,
} from '../src/review/review';

const common = (turn: number, cost: number) => ({
  ...{ turn, cost, value: 0, mistake: cost >= 1.2, why: null, legal: {}, win: null, best_win: null },
});
const rolling = (turn: number, cost = 0): RollDecision => ({
  ...common(turn, cost),
  ...{ kind: 'roll', chosen: 'keep', best: 'keep' },
});
const crossing = (turn: number, cost = 0): CrossDecision => ({
  ...common(turn, cost),
  ...{ kind: 'cross', chosen: ['a1'], best: ['a1'] },
});
const DECISIONS: readonly Decision[] = [
  ...[rolling(1), crossing(1, 0.5), rolling(2, 2), crossing(2, 6), rolling(3), crossing(3, 9), rolling(4, 3), crossing(4)],
];
const roll = (turn: number, luck: number, dice = [1, 2, 3, 4, 5, 6]) => ({ turn, luck, dice, rank: 0.5 });
const reviewOf = (start: number, luck: number, cost: number): Review => ({
  ...{ start, luck, cost, final: start + luck - cost, possible: 0, percentile: null, decisions: [], rolls: [] },
  ...{ others: [], margin: null },
});

test.each([
  [0, 0],
  [0.25, 2],
  [0.75, 8],
  [-0.25, -2],
  [12.375, 124],
  [-4.96875, -50],
])('%d points are %d tenths, as on the command line', (points, shown) => {
  expect(tenths(points)).toBe(shown);
});

test('a loss that is not zero is not shown as zero', () => {
  expect([tenths(1 / 64), tenths(-1 / 64), tenths(3 / 64)]).toEqual([1, -1, 1]);
});

test('the verdict adds up as it is shown', () => {
  for (let at = 0; at < 2000; at += 1) {
    const [luck, cost] = [((at * 37) % 4001) - 2000, (at * 101) % 6000].map((number) => number / 64) as [number, number];
    const review = reviewOf(Math.round(luck - cost) - luck + cost + 90, luck, cost);
    const verdict = verdictOf(review);
    expect(verdict.start + verdict.luck - verdict.cost).toBe(verdict.final);
    expect(verdict.final).toBe(10 * review.final);
    expect(Math.abs(verdict.start - 10 * review.start)).toBeLessThanOrEqual(2);
  }
});

test('the three costliest mistakes, and no more', () => {
  expect(costliest(DECISIONS)).toEqual([5, 3, 6]);
  expect(costliest(DECISIONS.slice(0, 2))).toEqual([]);
});

test('the next mistake in the order of the game, and round again', () => {
  expect([0, 2, 3, 5, 6, 7].map((at) => nextMistake(DECISIONS, at))).toEqual([2, 3, 5, 6, 2, 2]);
  expect(nextMistake(DECISIONS.slice(0, 2), 0)).toBe(null);
});

test('a turn leads to its costliest decision', () => {
  expect([1, 2, 3, 4].map((turn) => decisionOfTurn(DECISIONS, turn))).toEqual([1, 3, 5, 6]);
  expect(decisionOfTurn([rolling(1), crossing(1)], 1)).toBe(0);
});

test('each decision has its roll', () => {
  const rolls = [roll(1, 1), roll(2, 2), roll(2, 3)];
  expect([rolling(1), crossing(1), rolling(2), crossing(2)].map((one) => rollOf(rolls, one).luck)).toEqual([1, 1, 2, 3]);
});

test('no roll is better than all rolls', () => {
  expect([0, 0.361, 1].map((rank) => worseOfHundred(rank))).toEqual([0, 36, 99]);
});

test('the sheet before a turn is all that was crossed until then', () => {
  const turns = [['a1', 'c2'], [], ['b3']].map((boxes) => ({ rolls: [], crosses: [boxes] }));
  expect([0, 1, 2, 3].map((turn) => crossesAfter({ turns }, turn, 0).join(' '))).toEqual(['', 'a1 c2', 'a1 c2', 'a1 c2 b3']);
  expect(closedIn([1, 0, 3, 4, 0, 6])).toEqual(['b', 'e']);
});

test('choices are the same in any order', () => {
  expect(isSame(['a1', 'c2'], ['c2', 'a1'])).toBe(true);
  expect(isSame(['a1'], ['a1', 'c2'])).toBe(false);
  expect(isSame('keep', 'again')).toBe(false);
});

test('a row has one cross in a turn', () => {
  expect(withCross(['a1', 'b2'], 'a4')).toEqual(['b2', 'a4']);
  expect(withCross(['b2', 'a4'], 'a4')).toEqual(['b2']);
});

test('the graph leads from the start to the final points', () => {
  const rolls = [roll(1, 4), roll(2, -3), roll(2, 1), roll(3, 6), roll(4, 2)];
  const steps = stepsOf({ ...reviewOf(100, 10, 20.5), decisions: DECISIONS, rolls });
  expect(steps.map(({ after }) => after)).toEqual([103.5, 93.5, 90.5, 89.5]);
  expect(steps.map(({ mistake }) => mistake)).toEqual([false, true, true, true]);
  const scale = scaleOf(steps);
  expect(scale).toEqual({ least: 85, most: 105, marks: [85, 90, 95, 100, 105] });
});

test('a margin adds up as it is shown, and chances are never told as certain before they are', () => {
  expect(marginOf({ points: -6, start: 0.31, luck: -9.36, play: 3.05 })).toEqual({ points: -60, luck: -90, play: 30 });
  expect([0, 0.001, 0.5, 0.999, 1].map(ofHundred)).toEqual([0, 1, 50, 99, 100]);
});

test('at a table what others do is luck, too', () => {
  const others = [{ turn: 1, luck: -2, win: 0.4 }];
  const review = { ...reviewOf(200, 3, 1), decisions: [crossing(1, 1)], rolls: [roll(1, 5)], others };
  expect(stepsOf(review)).toMatchObject([{ before: 200, luck: 3, cost: 1, after: 202, win: 0.4 }]);
});
