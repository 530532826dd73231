import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EMPTY, missingNumbers, parseTyped, toSheet, toText, withTyped } from '../src/sixto/ownSheet';
import {
  closingColours,
  formatGain,
  formatPoints,
  gainsOf,
  LINES,
  pointsOf,
  pointsOfLines,
  rankingOf,
  sum,
} from '../src/sixto/points';
import { dots, freePlaces, shapes } from '../src/sixto/miniSheetPaths';
import { undoStep, undoCommand } from '../src/sixto/undo';
import { absentSeats } from '../src/table/absentSeats';
import { afterEvent } from '../src/table/fold';
import { numbered } from '../src/table/names';
import { fromSnapshot, type Sixto, type Table } from '../src/table/table';
import type { AnyEvent, TableSnapshot } from '../src/wire/messages';
import { SHEETS } from '../src/wire/laterData';

const golden = new URL('golden/', import.meta.url);
const logs = new URL('../../tests/golden/logs/', import.meta.url);
const names = readdirSync(golden).filter((file) => file.includes('sixto') && !file.includes('pad')).map((file) => file.replace('.json', ''));

/** Each event of a golden log, with the game before and after it. */
function* moments(name: string): Generator<{ event: AnyEvent; before: Sixto | null; match: Sixto; table: Table }> {
  const snapshots = JSON.parse(readFileSync(new URL(`${name}.json`, golden), 'utf8')) as Record<string, TableSnapshot>;
  const lines = readFileSync(new URL(`${name}.jsonl`, logs), 'utf8').trim().split('\n');
  let table = fromSnapshot(snapshots['1']!);
  for (const line of lines.slice(1)) {
    const event = JSON.parse(line) as AnyEvent;
    const before = table.match as Sixto | null;
    table = afterEvent(table, event);
    if (table.match) yield { event, before, match: table.match as Sixto, table };
  }
}

describe.each(names)('%s', (name) => {
  test('gains, as the server sends them or changed by half crosses, are what the points of the sheet grow by', () => {
    const seen = { atTheRoll: 0, withHalfCrosses: 0 };
    for (const { event, match } of moments(name)) {
      if (event.t !== 'rolled' && event.t !== 'crossed') continue;
      match.legal.forEach((legal, seat) => {
        const [crosses, half] = [match.crosses[seat]!, match.half[seat]!];
        for (const box of Object.keys(legal)) {
          const before = [...crosses, ...half.filter((other) => other[0] !== box[0])];
          const gained = pointsOf([...before, box]).total - pointsOf(before).total;
          expect(sum(gainsOf({ crosses, half, legal }, box)), `version ${event.v}, seat ${seat}, ${box}`).toBe(gained);
          seen[half.length > 0 ? 'withHalfCrosses' : 'atTheRoll'] += 1;
        }
      });
    }
    expect(seen.atTheRoll).toBeGreaterThan(0);
    expect(seen.withHalfCrosses).toBeGreaterThan(0);
  });

  test('the sheets show who is about to close a colour, as the events announce it', () => {
    for (const { event, match } of moments(name)) {
      if (event.t !== 'crossed') continue;
      const closing = closingColours(match).find(({ colour }) => colour === event.box[0]);
      expect(closing?.seats.includes(event.seat) ?? false, `version ${event.v}`).toBe(event.closes ?? false);
    }
  });

  test('points at the edges add up to what the server counts, and the first of the ranking has won', () => {
    for (const { event, match } of moments(name)) {
      if (event.t === 'done' && event.end) {
        expect(match.crosses.map((boxes) => pointsOf(boxes).total)).toEqual(match.scores);
      }
      if (event.t === 'ended') {
        const first = rankingOf(match).filter(({ place }) => place === 1);
        expect(first.map(({ seat }) => seat)).toEqual(match.winners);
      }
    }
  });
});

test('half crosses of this turn count in what another cross brings', () => {
  const gains = (crosses: string[], half: string[], box: string, atTheRoll: [number, number]): readonly number[] =>
    gainsOf({ crosses, half, legal: { [box]: atTheRoll } }, box);
  expect(gains([], [], 'a3', [-5, -5])).toEqual([-5, -5]);
  expect(gains([], ['b3'], 'a3', [-5, -5])).toEqual([-5, 5]);
  expect(gains([], ['b4'], 'a3', [-5, -5])).toEqual([-5, -5]);
  expect(gains(['a1'], ['a5', 'b3', 'c3'], 'a3', [5, -5])).toEqual([5, 5]); // its own half cross moves
  expect(gains(['a1', 'a2', 'a3', 'a4'], ['b11'], 'a11', [5, 0])).toEqual([5, 0]);
});

test('gains and losses are written with their signs', () => {
  expect([5, 0, -5].map(formatGain)).toEqual(['+5', '±0', '−5']);
  expect([5, 0, -5].map(formatPoints)).toEqual(['5', '0', '−5']);
});

test('lines are counted one after the other', () => {
  const points = pointsOf(['a1', 'a2', 'a3', 'b1']);
  expect([0, 1, 2, 6, 7, LINES].map((lines) => pointsOfLines(points, lines))).toEqual([0, 5, 0, 0, 0, -10]);
});

test('equal points: crosses decide; equal crosses share a place', () => {
  const match = { crosses: [['a1', 'b2'], ['a1', 'a2', 'a3', 'b4'], ['c1', 'd2']] } as unknown as Sixto;
  const ranking = rankingOf(match);
  expect(ranking.map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [0, 2], [2, 2]]);
});

test('equal names get numbers', () => {
  expect(numbered(['Easy', 'Ann', 'Easy', ''])).toEqual(['Easy 1', 'Ann', 'Easy 2', '']);
});

test('a row of a small sheet', () => {
  expect(shapes('a', [1])).toMatch(/^M9 9m0-6.9a/);
  expect(shapes('c', [10])).toContain('M179 ');
  expect(dots([2, 3])).toBe('M27 9h0M45 9h0');
  expect(freePlaces([1, 4])).toEqual({ open: [5, 6, 7, 8, 9, 10, 11, 12], passed: [2, 3] });
});

describe('undo', () => {
  test('takes the last cross back', () => {
    const steps = [undoStep([], 'a1'), undoStep(['a1'], 'c4')];
    expect(undoCommand(['a1', 'c4'], steps, 3)).toEqual({ t: 'uncross', turn: 3, box: 'c4' });
  });
  test('moves a moved cross back', () => {
    expect(undoCommand(['a6'], [undoStep(['a1'], 'a6')], 3)).toEqual({ t: 'cross', turn: 3, box: 'a1' });
  });
  test('brings back what was taken back', () => {
    expect(undoCommand([], [undoStep(['a1'], 'a1')], 3)).toEqual({ t: 'cross', turn: 3, box: 'a1' });
  });
  test('after a reload takes whatever is there', () => {
    expect(undoCommand(['a1', 'f4'], [], 3)).toEqual({ t: 'uncross', turn: 3, box: 'f4' });
    expect(undoCommand([], [], 3)).toBeNull();
  });
});

test('a bot may play for whoever has been away for a minute', () => {
  const seats = [{ player: 'ann', bot: '' }, { player: 'bob', bot: '' }, { player: 'cleo', bot: 'nearest' }];
  const table = { seats } as unknown as Table;
  const here = { t: 'here' as const, seats: [0], away: { 1: 20, 2: 100 } };
  expect(absentSeats(table, here, 1000, 40_000)).toEqual([]);
  expect(absentSeats(table, here, 1000, 41_000)).toEqual([1]);
});

describe('a sheet of one’s own', () => {
  test('takes numbers from 1 to 6, however they are set apart', () => {
    expect(parseTyped('1 2,3|4-5;6')).toEqual({ digits: '123456', wrong: false });
    expect(parseTyped('1270x')).toEqual({ digits: '12', wrong: true });
  });
  test('what is too long for a row goes on below, so that a whole sheet can be pasted', () => {
    const whole = SHEETS.A;
    expect(withTyped(EMPTY, 0, whole.join(''))).toEqual(whole);
    expect(withTyped(EMPTY, 5, whole.join(''))[5]).toBe(whole[0]);
    expect(missingNumbers(withTyped(EMPTY, 2, '123'))).toBe(69);
    expect(toText(toSheet(whole))).toEqual(whole);
  });
});
