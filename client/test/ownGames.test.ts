import { beforeEach, expect, test, vi } from 'vitest';
import { histogram, keepGame, summaryOf } from '../src/sixto/ownGames';
import { bestRow, worstColumn } from '../src/sixto/verdict';
import { pointsOf } from '../src/sixto/points';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test('a game is kept once, however often its end is seen', () => {
  keepGame('AAAAAA', 40);
  keepGame('BBBBBB', 61);
  const again = keepGame('BBBBBB', 61);
  expect(again).toEqual({ points: [40, 61], before: [40], best: 61, average: 51 });
});

test('what is not ours in the storage is passed over', () => {
  for (const text of ['{"a": 1}', 'no JSON', '[1, ["x"], ["C", null], ["D", 7]]']) {
    stored.set('sixes.alone', text);
    expect(keepGame('AAAAAA', 5).points.at(-1)).toBe(5);
  }
  expect(keepGame('BBBBBB', 6).points).toEqual([7, 5, 6]);
});

test('a histogram counts every game once, and marks this one', () => {
  const points = [-30, -21, 0, 9, 10, 55, 140];
  const bars = histogram(points, 55);
  expect(bars.length).toBeLessThanOrEqual(12);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(points.length);
  expect(bars.filter(({ mine }) => mine)).toHaveLength(1);
  expect(histogram([7], 7)).toEqual([{ from: 0, count: 1, mine: true }]);
  expect(summaryOf([7], []).best).toBe(7);
});

test('the best row and the worst column are marked, if there are any', () => {
  const points = pointsOf(['a1', 'a2', 'a3', 'b1', 'b2', 'c4']);
  expect(bestRow(points)).toBe(0);
  expect(worstColumn(points)).toBe(2);
  expect([bestRow(pointsOf([])), worstColumn(pointsOf([]))]).toEqual([null, null]);
});
