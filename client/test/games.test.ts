import { describe, expect, test } from 'vitest';
import { barsOf, dayOf, filterOf, gamesLink, isOdd, startOfDay } from '../src/games/games';
import { formatChange, formatRating } from '../src/rating/ratings';

describe('the filter in an address', () => {
  test('is read back as it was written', () => {
    const link = gamesLink({ game: 'sixto', seats: 2, least: -40, player: 'hq7kd2mfx9wb' });
    expect(filterOf(new URL(link, 'http://localhost').hash)).toEqual({
      ...{ game: 'sixto', seats: '2', least: '-40', player: 'hq7kd2mfx9wb' },
    });
  });

  test('leaves out what nobody knows, and what is empty', () => {
    expect(filterOf('#game=sixem&what=1&sheet=&after=5-x')).toEqual({ game: 'sixem' });
    expect(filterOf('')).toEqual({});
  });
});

describe('days', () => {
  test('begin and end at midnight here', () => {
    const start = Number(startOfDay('2026-03-29'));
    expect(new Date(start).getHours()).toBe(0);
    expect(dayOf(start)).toBe('2026-03-29');
    expect(dayOf(start - 1)).toBe('2026-03-28');
    expect(dayOf(Number(startOfDay('2026-03-29', 1)))).toBe('2026-03-30');
  });

  test('that are none choose nothing', () => {
    expect(startOfDay('')).toBe('');
    expect(startOfDay('1965-01-01')).toBe('');
    expect(startOfDay('soon')).toBe('');
  });
});

describe('bars', () => {
  const mine = { from: 120, counts: [1, 0, 2] };
  const bot = { from: -40, counts: Array<number>(40).fill(25) };

  test('of both have the same steps, and lose no game', () => {
    const [ours = [], theirs = []] = barsOf([mine, bot]);
    expect(ours.map(({ from }) => from)).toEqual(theirs.map(({ from }) => from));
    expect(ours.length).toBeLessThanOrEqual(17);
    expect(ours.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(theirs.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    expect(Math.max(...ours.map(({ height }) => height))).toBe(1);
  });

  test('follow each other without a gap, and hold the points that they say', () => {
    const [ours = []] = barsOf([mine, bot]);
    ours.slice(1).forEach(({ from }, at) => expect(from).toBe(ours[at]!.to + 1));
    for (const [points, count] of [[120, 1], [140, 2]] as const) {
      expect(ours.find(({ from, to }) => from <= points && points <= to)!.count).toBeGreaterThanOrEqual(count);
    }
  });

  test('of a few games are ten points wide', () => {
    expect(barsOf([mine])[0]!.map(({ from, count }) => [from, count])).toEqual([[120, 1], [130, 0], [140, 2]]);
  });
});

describe('a face is coloured', () => {
  const times = [130, 100, 100, 100, 100, 70];

  test('only outside of the interval', () => {
    const odd = [0, 1, 2, 3, 4, 5].filter((face) => isOdd({ times, chance: 0.001, verdict: 'rare' }, face));
    expect(odd).toEqual([0, 5]);
  });

  test('never if the dice as a whole are usual', () => {
    expect([0, 5].some((face) => isOdd({ times, chance: 0.2, verdict: 'usual' }, face))).toBe(false);
    expect([0, 5].some((face) => isOdd({ times, chance: 1, verdict: 'few' }, face))).toBe(false);
  });
});

test('ratings below ten games are two question marks, and changes have a sign', () => {
  expect(formatRating({ rating: null })).toBe('??');
  expect(formatRating({ rating: -12 })).toBe('−12');
  expect([formatChange(8), formatChange(0), formatChange(-8)]).toEqual(['+8', '+0', '−8']);
});
