/** Cards that come back, and what counts as solved. */

import { expect, test } from 'vitest';
import { dueCards, isAboutEqual, type Card } from '../src/practice/cards';

const card = (due: number): Card => ({ table: 'SIXES2', decision: 0, due, solved: 0, body: {} as Card['body'] });

test('a card is due from its time on', () => {
  expect(dueCards([card(1), card(2), card(3)], 2).map(({ due }) => due)).toEqual([1, 2]);
});

test('a crossing within two standard errors of the best is about as good', () => {
  const crossing = (boxes: string[], value: number) => ({ boxes, value, win: null, why: { key: '', values: {} } });
  const opinion = {
    ...{ value: 200, again: null, win: null, again_win: null, error: 1 },
    crossings: [crossing(['a1', 'b2'], 200), crossing(['b2'], 198.5), crossing(['c3'], 197)],
  };
  expect(isAboutEqual(['b2'], opinion)).toBe(true);
  expect(isAboutEqual(['c3'], opinion)).toBe(false);
  expect(isAboutEqual(['d4'], opinion)).toBe(false);
});
