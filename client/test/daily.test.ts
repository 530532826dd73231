/** The daily challenge: what is shared, spans of time, the curve of points. */

import { expect, test } from 'vitest';
import { curveOf, heightAt, marksOf } from '../src/daily/curve';
import { dayDrawing, SIZE } from '../src/daily/drawing';
import { crossesAfter, viewOf } from '../src/daily/games';
import { rankOf } from '../src/daily/rank';
import { shareText, signsOf, thirdsOf } from '../src/daily/share';
import { strongest } from '../src/daily/strongest';
import { formatSpan, isPromisedInTime } from '../src/daily/time';

const CROSSES = ['a1', 'a2', 'a3', 'a9', 'b5', 'f12'];
const SAYS = ['Sixto no. 17', '118 points', 'better than 64 %'];

test('crosses are told in thirds of a row, never where they are', () => {
  expect(thirdsOf(CROSSES, 'a')).toEqual([3, 0, 1]);
  expect(signsOf(CROSSES, 'a')).toBe('🔴🔴⬜⬜🔴⬜');
  expect(signsOf(CROSSES, 'b')).toBe('⬜⬜🔶⬜⬜⬜');
  expect(signsOf(['a1', 'a2'], 'a')).toBe(signsOf(['a3', 'a4'], 'a'));
});

test('the text has six lines, one for each row, with all there is to say beside them', () => {
  const lines = shareText(CROSSES, SAYS, 'http://sixes.example/daily').split('\n');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toBe('🔴🔴⬜⬜🔴⬜ Sixto no. 17');
  expect(lines[2]).toBe('⬜⬜⬜⬜⬜⬜ better than 64 %');
  expect(lines[3]).toBe('⬜⬜⬜⬜⬜⬜');
  expect(lines[5]).toBe('⬜⬜⬜⬜🟪⬜ http://sixes.example/daily');
});

test('whatever there is to say, there are six lines', () => {
  for (const says of [[], ['a'], Array<string>(9).fill('more')]) {
    expect(shareText([], says, '').split('\n')).toHaveLength(6);
  }
});

test('a span counts down to nothing and never below', () => {
  expect(formatSpan(9 * 3_600_000 + 41 * 60_000 + 27_000)).toBe('9:41:27');
  expect(formatSpan(1)).toBe('0:00:01');
  expect(formatSpan(0)).toBe('0:00:00');
  expect(formatSpan(-5000)).toBe('0:00:00');
  expect(formatSpan(24 * 3_600_000)).toBe('24:00:00');
});

test('a promise is in time if it came a day ahead', () => {
  const day = 86_400_000;
  expect(isPromisedInTime(day, 2 * day)).toBe(true);
  expect(isPromisedInTime(day + 1, 2 * day)).toBe(false);
});

test('a score is beside people if there are many, else beside the expert', () => {
  expect(rankOf({ better: 64, expert: 10, people: 2378 })).toEqual({ percent: 64, others: 2377 });
  expect(rankOf({ better: 50, expert: 10, people: 3 })).toEqual({ percent: 10, others: null });
  expect(rankOf({ better: null, expert: null, people: 1 })).toBeNull();
  expect(rankOf({ better: 0, expert: null, people: 2 })).toEqual({ percent: 0, others: 1 });
});

test('my points are always on the curve, and marks below it are round numbers', () => {
  const spread = { of: 'people', first: 0, counts: [1, 5, 20, 40, 20, 5, 1] } as const;
  for (const mine of [-50, 33, 300]) {
    const curve = curveOf(spread, mine);
    expect(curve.least).toBeLessThan(mine);
    expect(curve.most).toBeGreaterThan(mine);
    expect(Math.max(...curve.points.map(([, height]) => height))).toBe(1);
    expect(marksOf(curve).every((mark) => mark % 50 === 0 && mark > curve.least && mark < curve.most)).toBe(true);
  }
  const curve = curveOf(spread, 35);
  expect(heightAt(curve, 35)).toBeGreaterThan(heightAt(curve, 5));
});

test('a game stands as it was after a turn', () => {
  const turns = [['a1', 'b2'], [], ['a4']];
  expect(crossesAfter(turns, 0)).toEqual([]);
  expect(crossesAfter(turns, 2)).toEqual(['a1', 'b2']);
  expect(crossesAfter(turns, 9)).toEqual(['a1', 'b2', 'a4']);
  const view = viewOf({ name: 'Ann', face: { colour: 'a', hair: 1 }, turns }, [], 1, 3);
  expect([view.name, view.seat, view.crosses.length]).toEqual(['Ann', 1, 3]);
});

test('the picture has a shape for each die that was used, and stays within its edges', () => {
  const turns = Array.from({ length: 30 }, (_, at) => (at % 2 ? ['a1', 'c3'] : ['f2']));
  const parts = dayDrawing(turns, 'Sixto no. 17', 'better');
  expect(parts.filter(({ fill }) => fill?.startsWith('fill-'))).toHaveLength(15 * 3);
  for (const { x, y } of parts) {
    expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true);
  }
});

test('the strongest bot that has played stands beside me', () => {
  expect(strongest([{ level: 'random', points: 300 }, { level: 'expert', points: 1 }])).toBe('expert');
  expect(strongest([])).toBe('');
});
