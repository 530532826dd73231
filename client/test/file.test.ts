/** The file with everything about a player: what is read from it, and in which parts it is sent. */

import { expect, test } from 'vitest';
import { FileProblem, gamesIn, partsOf } from '../src/data/file';

const game = (id: string, length = 10) => ({ id, seat: 0, points: 3, record: { game: 'sixto', text: 'x'.repeat(length) } });
const file = (games: unknown, version: unknown = 1): string => JSON.stringify({ format: 'sixes-data', version, games });

const problemOf = (text: string): string => {
  try {
    gamesIn(text);
  } catch (problem) {
    if (problem instanceof FileProblem) return problem.code;
    throw problem;
  }
  return '';
};

test('the games of a file are read, without those that have no record', () => {
  const { id, seat, record } = game('a');
  expect(gamesIn(file([game('a'), { id: 'b', seat: 1, record: null }]))).toEqual([{ id, seat, record }]);
});

test('a file that is cut short, not ours or newer says so', () => {
  const whole = file([game('a'), game('b')]);
  for (const length of [whole.length - 1, whole.length / 2, 30]) {
    expect(problemOf(whole.slice(0, length))).toBe('data.cut_short');
  }
  expect(problemOf(file([{ id: 7 }]))).toBe('data.cut_short');
  for (const other of ['', 'hello', '[]', '{"games":[]}', '{"format":"other","games":[]}', file({})]) {
    expect(problemOf(other)).toBe('data.not_ours');
  }
  expect(problemOf(file([], 2))).toBe('data.newer');
});

test('parts have at most twenty games, and not too many bytes', () => {
  const small = Array.from({ length: 45 }, (_, at) => game(`g${at}`));
  expect(partsOf(small).map((part) => part.length)).toEqual([20, 20, 5]);
  expect(partsOf(small).flat()).toEqual(small);
  const large = [game('a', 40_000), game('b', 30_000), game('c', 20_000), game('d', 100)];
  expect(partsOf(large).map((part) => part.map(({ id }) => id))).toEqual([['a'], ['b', 'c', 'd']]);
});
