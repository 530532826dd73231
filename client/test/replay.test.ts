/** What the browser reads from a record is what Python's replay says. */

import { expect, test } from 'vitest';
import { readRecord, recordOf, RecordProblem, type SixemRecord, type SixtoRecord } from '../src/replay/record';
import { newLinesOf, realTimes, sixemSteps, sixemWinner } from '../src/replay/sixemSteps';
import { closingsOf, isSixtoOver, positionAt, sixtoSteps } from '../src/replay/sixtoSteps';
import { linesOn } from '../src/table/sixem';
import { pointsOf } from '../src/sixto/points';
import { REFUSED, RECORDS, tableDocument, tableRecord } from './records';

const problemOf = (text: string): string => {
  try {
    readRecord(text);
  } catch (problem) {
    if (problem instanceof RecordProblem) return problem.code;
    throw problem;
  }
  return '';
};

const of = (game: string) => RECORDS.filter(({ document }) => document.game === game);

test.each(of('sixto'))('$name ends as in Python', ({ document, result }) => {
  const record = recordOf(document) as SixtoRecord;
  const last = sixtoSteps(record).at(-1)!;
  expect(last.closed).toEqual(result.closed);
  expect(last.crosses.map((boxes) => pointsOf(boxes).total)).toEqual(result.scores.map((score: any) => score.total));
  expect(isSixtoOver(record)).toBe(result.finished);
});

test.each(of('sixem'))('$name ends as in Python', ({ document, result }) => {
  const record = recordOf(document) as SixemRecord;
  expect(sixemSteps(record).at(-1)!.boards).toEqual(result.boards);
  expect(sixemWinner(record)).toBe(result.winners[0] ?? null);
});

test('both games are among them, finished and not', () => {
  for (const game of ['sixto', 'sixem']) {
    expect(new Set(of(game).map(({ result }) => result.finished))).toEqual(new Set([true, false]));
  }
});

test('a game is over after its last turn and not before', () => {
  for (const { document, result } of of('sixto')) {
    if (!result.finished || !document.turns.length) continue;
    const shorter = { ...document, turns: document.turns.slice(0, -1) };
    expect(isSixtoOver(recordOf(shorter) as SixtoRecord)).toBe(false);
  }
});

test('colours close where the dice leave', () => {
  const record = tableRecord('sixto-with-bots') as SixtoRecord;
  const steps = sixtoSteps(record);
  const closings = closingsOf(steps);
  expect(closings.length).toBeGreaterThan(0);
  for (const at of closings.filter((step) => step < record.turns.length)) {
    const gone = (turn: number): number => record.turns[turn]!.rolls[0]!.filter((face) => face === 0).length;
    expect(gone(at)).toBeGreaterThan(gone(at - 1));
  }
});

test('the position to think about has the dice of its step', () => {
  const record = tableRecord('sixto-with-bots') as SixtoRecord;
  const steps = sixtoSteps(record);
  expect(positionAt(record, steps, 0)).toMatchObject({ turn: 1, phase: 'rolling', active: 0, dice: [] });
  const third = positionAt(record, steps, 3);
  const { rolls } = record.turns[2]!;
  expect(third).toMatchObject({ turn: 3, phase: rolls.length > 1 ? 'crossing' : 'deciding', active: 2, dice: rolls.at(-1) });
  expect(third.crosses).toEqual(steps[2]!.crosses);
});

test('a round shows the dice, then each one marks', () => {
  const record = tableRecord('sixem-with-bots') as SixemRecord;
  const steps = sixemSteps(record);
  const { stop } = record.rounds[0]!;
  const first = steps.filter(({ round }) => round === 1);
  expect(first.map(({ marker }) => marker)).toEqual([null, (stop + 1) % 3, (stop + 2) % 3, stop]);
  expect(steps.length).toBe(1 + 4 * record.rounds.length);
  const lines = newLinesOf(steps);
  expect(linesOn(steps[lines[0]!]!.boards[steps[lines[0]!]!.marker!]!)).not.toEqual([]);
});

test('real time is as long as the game was', () => {
  const record = tableRecord('sixem-with-bots') as SixemRecord;
  const times = realTimes(record, sixemSteps(record))!;
  expect(times.reduce((all, one) => all + one, 0)).toBeCloseTo(486_011, 3);
  expect(realTimes({ ...record, lasted: 0 }, sixemSteps(record))).toBe(null);
  expect(realTimes({ ...record, dice: { throws: [['x']] } }, sixemSteps(record))!.every(Number.isFinite)).toBe(true);
});

test.each([
  ['', 'replay.not_a_record'],
  ['hello', 'replay.not_a_record'],
  ['[1, 2]', 'replay.not_a_record'],
  ['null', 'replay.not_a_record'],
  ['{"game": "chess"}', 'replay.not_a_record'],
  ['{"game": "sixto", "sheets": ["A"], "turns": [{"rolls": [[3,', 'replay.damaged'],
  ['{"game": "sixto", "sheets": ["Z"], "turns": []}', 'replay.damaged'],
  ['{"game": "sixto", "sheets": ["constructor"], "turns": []}', 'replay.damaged'],
  ['{"game": "sixto", "sheets": ["A"], "turns": [{}]}', 'replay.damaged'],
  ['{"game": "sixem", "seats": 2, "pattern": {"any": 1}, "rounds": [null]}', 'replay.damaged'],
])('%s is refused in one sentence', (text, code) => {
  expect(problemOf(text)).toBe(code);
});

test('a record cut short anywhere is refused, and never a crash', () => {
  const whole = JSON.stringify(tableDocument('sixem-with-bots'));
  for (let length = 0; length < whole.length; length += 37) expect(problemOf(whole.slice(0, length))).not.toBe('');
  expect(problemOf(whole)).toBe('');
});

test('what Python refuses is refused or can at least be shown', () => {
  for (const { record } of REFUSED) {
    if (problemOf(record)) continue;
    const read = readRecord(record);
    if (read.game === 'sixto') sixtoSteps(read).forEach(({ crosses }) => crosses.forEach(pointsOf));
    else sixemWinner(read);
  }
});
