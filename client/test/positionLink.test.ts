/** A position has the same link in the browser and in Python, which wrote the golden ones. */

import { expect, test } from 'vitest';
import { LinkProblem, positionLink, readPosition, type Position } from '../src/sixto/positionLink';
import type { SheetRows } from '../src/wire/messages';
import { SHEETS } from '../src/wire/laterData';
import golden from './golden/positions.json';
import { LINKS } from './records';

const LETTERED: readonly SheetRows[] = Object.values(SHEETS).map((rows) => rows.map((row) => Array.from(row, Number)));
const read = (link: string): Position => readPosition(link, LETTERED);
const problemOf = (link: string): string => {
  try {
    read(link);
  } catch (problem) {
    if (problem instanceof LinkProblem) return problem.code;
    throw problem;
  }
  return '';
};

test.each(golden)('the link of a position in turn $match.turn', ({ link, match }) => {
  const { sheets, crosses, active, turn, phase, dice } = match as unknown as Position;
  expect(positionLink(match as unknown as Position)).toBe(link);
  expect(read(link)).toEqual({ sheets, crosses, active, turn, phase, dice: phase === 'rolling' ? [0, 0, 0, 0, 0, 0] : dice });
});

test.each(Object.entries(LINKS))('%.30s… is read as in Python', (link, printed) => {
  const { turn, phase, active, sheets, crosses } = read(link);
  expect(printed).toContain(`Turn ${turn}, ${phase}: seat ${active} is active`);
  const told = [...printed.matchAll(/crosses (\d+)/g)].map(([, count]) => Number(count));
  expect(crosses.map((boxes) => boxes.length)).toEqual(told);
  const numbers = [...printed.matchAll(/^ {2}[a-f] .*$/gm)].map(([row]) =>
    [...row.matchAll(/\d/g)].slice(0, 12).map(Number),
  );
  expect(sheets.flat()).toEqual(numbers);
  expect(read(positionLink(read(link)))).toEqual(read(link));
});

test.each([
  ['2-AAAA', 'coach.link_newer'],
  ['', 'coach.link_damaged'],
  ['1-', 'coach.link_damaged'],
  ['hello', 'coach.link_damaged'],
  ['1-AAé', 'coach.link_damaged'],
  [`1-${'A'.repeat(1000)}`, 'coach.link_damaged'],
])('%.20s cannot be read', (link, code) => {
  expect(problemOf(link)).toBe(code);
});

test('every change of a letter is noticed', () => {
  const link = golden[0]!.link;
  for (let at = 2; at < link.length; at += 1) {
    const other = link[at] === 'x' ? 'y' : 'x';
    expect(problemOf(link.slice(0, at) + other + link.slice(at + 1))).toBe('coach.link_damaged');
  }
});
