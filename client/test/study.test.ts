/** Setting up a position, and its picture. */

import { expect, test } from 'vitest';
import { drawingOf } from '../src/study/picture';
import { afterCrossing, emptyPosition, isFree, withBox, withDieTurned, withoutCrosses, withPhase } from '../src/study/position';
import type { Position } from '../src/sixto/positionLink';

const crossed = (boxes: string, position = emptyPosition(), seat = 0): Position =>
  boxes.split(' ').reduce((before, box) => withBox(before, seat, box), position);
const both: Position = { ...emptyPosition(), sheets: [...emptyPosition().sheets, ...emptyPosition().sheets], crosses: [[], []] };

test('a box is crossed, and not any more', () => {
  expect(crossed('a1 b2 a1').crosses).toEqual([['b2']]);
  expect(crossed('a1', both, 1).crosses).toEqual([[], ['a1']]);
});

test('a target is free after four crosses in the field, and as long as it is crossed', () => {
  const three = crossed('c1 c2 c5').crosses[0]!;
  expect([isFree(three, 'c9'), isFree(three, 'c10'), isFree(three, 'a10')]).toEqual([true, false, false]);
  expect(isFree([...three, 'c7'], 'c10')).toBe(true);
  expect(isFree([...three, 'c10'], 'c10')).toBe(true);
});

test('dice lie after a roll, but for those of closed colours', () => {
  const rolled = withPhase(emptyPosition(), 'deciding');
  expect(rolled.dice).toEqual([1, 2, 3, 4, 5, 6]);
  const closed = crossed('b1 b2 b3 b4 b10 b12', rolled);
  expect(closed.dice).toEqual([1, 0, 3, 4, 5, 6]);
  expect(crossed('b12', closed).dice).toEqual([1, 2, 3, 4, 5, 6]);
  expect(withPhase(closed, 'rolling').dice).toEqual([0, 0, 0, 0, 0, 0]);
});

test('after 6 a die shows 1', () => {
  const once = withDieTurned(withPhase(emptyPosition(), 'crossing'), 'e');
  expect([once.dice[4], withDieTurned(once, 'e').dice[4]]).toEqual([6, 1]);
});

test('after a crossing the next one rolls', () => {
  const after = afterCrossing(withPhase(both, 'crossing'), 0, ['a1', 'c2']);
  expect(after).toMatchObject({ active: 1, turn: 2, phase: 'rolling', crosses: [['a1', 'c2'], []] });
  expect(withoutCrosses(after)).toMatchObject({ turn: 1, crosses: [[], []] });
});

test('the picture has every number, two strokes for each cross, and the dice once they lie', () => {
  const position = crossed('a1 a3 f12');
  const parts = drawingOf(position, 0);
  const numbers = position.sheets[0]!.flat().map(String);
  expect(parts.filter(({ size }) => size === 21).map(({ text }) => text)).toEqual(numbers);
  expect(parts.filter(({ stroke }) => stroke === 'pencil').length).toBe(6);
  const sides = (one: Position): number => drawingOf(one, 0).filter(({ fill }) => fill?.startsWith('side')).length;
  expect([sides(position), sides(withPhase(position, 'deciding'))]).toEqual([0, 6]);
  expect(parts.at(-1)?.text).toBe('−15'); // the last column does not count
});
