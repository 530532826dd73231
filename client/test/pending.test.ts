import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withPending } from '../src/table/pending';
import { fromSnapshot, type Sixto, type Table } from '../src/table/table';
import type { AnyCommand, TableSnapshot } from '../src/wire/messages';

const file = new URL('golden/1-sixto-with-bots.json', import.meta.url);
const tables = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, TableSnapshot>).map(fromSnapshot);
const table = tables.find(({ match }) => (match as Sixto | null)?.phase === 'crossing')!;
const match = table.match as Sixto;
const free = match.sheets.findIndex((_, seat) => !match.done.includes(seat));
const [box] = Object.keys(match.legal[free]!);
const shown = (...commands: object[]): Sixto =>
  withPending(
    table,
    free,
    commands.map((command, at) => ({ n: `n-${at}`, turn: match.turn, ...command }) as AnyCommand),
    0,
  ).match as Sixto;

test('a cross shows at once, and what was taken back is gone at once', () => {
  expect(shown({ t: 'cross', box }).half[free]).toContain(box);
  expect(shown({ t: 'cross', box }, { t: 'uncross', box }).half[free]).not.toContain(box);
});

test('done shows at once, and never ends a turn by itself', () => {
  const all = match.sheets.map((_, seat) => seat);
  const nearly: Table = { ...table, match: { ...match, done: all.filter((seat) => seat !== free) } };
  const after = withPending(nearly, free, [{ t: 'done', n: 'n', turn: match.turn }], 0).match as Sixto;
  expect(after.done).toEqual(all);
  expect([after.turn, after.phase]).toEqual([match.turn, 'crossing']);
});

test('what belongs to another turn, or to chance, is not shown', () => {
  expect(shown({ t: 'cross', box, turn: match.turn - 1 })).toEqual(match);
  expect(shown({ t: 'roll' })).toEqual(match);
});

test('who only watches has nothing pending', () => {
  expect(withPending(table, null, [{ t: 'done', n: 'n', turn: match.turn }], 0)).toBe(table);
});
