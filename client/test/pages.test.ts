import { expect, test } from 'vitest';
import { levelFor } from '../src/pages/levels';
import { routeOf } from '../src/route.svelte';
import { pointsOf } from '../src/sixto/points';

test.each([
  ['/', { page: 'home' }],
  ['/table/KM4T7X', { page: 'table', code: 'KM4T7X' }],
  ['/table/km4-t7x/', { page: 'table', code: 'km4-t7x' }],
  ['/table/', { page: 'not-found' }],
  ['/rules', { page: 'rules', game: null }],
  ['/rules/sixem', { page: 'rules', game: 'sixem' }],
  ['/rules/chess', { page: 'not-found' }],
  ['/table/%E0%A4%A', { page: 'table', code: '%E0%A4%A' }],
  ['/learn/sixem', { page: 'learn', game: 'sixem' }],
  ['/learn/chess', { page: 'not-found' }],
  ['/review/KM4T7X', { page: 'review', code: 'KM4T7X' }],
  ['/review', { page: 'record' }],
  ['/study', { page: 'study' }],
  ['/favicon.png', { page: 'not-found' }],
])('%s leads to its page', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

test('a strength finds its level, however many there are', () => {
  const chosen = (levels: string[]): string[] => [0, 1, 2].map((strength) => levelFor(levels, strength));
  expect(chosen(['random', 'nearest', 'steady'])).toEqual(['nearest', 'nearest', 'steady']);
  expect(chosen(['random', 'nearest', 'steady', 'expert'])).toEqual(['nearest', 'steady', 'expert']);
  expect(chosen(['random', 'nearest', 'steady', 'expert', 'master'])).toEqual(['nearest', 'steady', 'master']);
  expect(chosen(['random'])).toEqual(['random', 'random', 'random']);
});

test('the example that is scored in the rules', () => {
  const boxes =
    'a1 a2 a4 a8 a9 b1 b4 b9 c2 c3 c4 c5 c8 c10 c11 d1 d4 d7 d9 d12 e1 e4 e5 e6 e7 e8 f1 f4 f7 f8 f10 f11';
  const points = pointsOf(boxes.split(' '));
  expect(points.rows).toEqual([15, 5, 28, 15, 21, 21]);
  expect(points.columns).toEqual([15, 0, -5, 21, 0, -5, 5, 10, 5]);
  expect(points.total).toBe(151);
});
