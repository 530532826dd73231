import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPad, tableOf, type PadDocument } from '../src/pad/record';
import { asSixem, asSixto } from '../src/pad/views';
import { fromSnapshot, type Table } from '../src/table/table';
import type { TableSnapshot } from '../src/wire/messages';

const golden = new URL('golden/', import.meta.url);
const logs = new URL('../../tests/golden/logs/', import.meta.url);

function documentOf(name: string): PadDocument {
  const { record } = JSON.parse(readFileSync(new URL(`${name}.json`, logs), 'utf8')) as { record: PadDocument };
  return record;
}
/** The table as it stood in the end. */
function lastOf(name: string): Table {
  const snapshots = JSON.parse(readFileSync(new URL(`${name}.json`, golden), 'utf8')) as Record<string, TableSnapshot>;
  return fromSnapshot(Object.values(snapshots).at(-1)!);
}
const sorted = (boxes: readonly (readonly string[])[]): readonly string[][] => boxes.map((some) => [...some].sort());

test.each(['1-pad-of-sixto', '1-pad-with-all-dice'])('the document of %s shows what its table showed', (name) => {
  const [told, stood] = [tableOf(documentOf(name), 'X').pad, lastOf(name).pad];
  if (told?.game !== 'sixto_pad' || stood?.game !== 'sixto_pad') throw new Error(name);
  const [shown, expected] = [asSixto(told), asSixto(stood)];
  expect(sorted(shown.crosses)).toEqual(sorted(expected.crosses));
  for (const key of ['sheets', 'scores', 'winners', 'closed', 'ends', 'phase'] as const) {
    expect(shown[key], key).toEqual(expected[key]);
  }
});

test('the document of a pad of Sixem shows what its table showed', () => {
  const [told, stood] = [tableOf(documentOf('1-pad-of-sixem'), 'X').pad, lastOf('1-pad-of-sixem').pad];
  if (told?.game !== 'sixem_pad' || stood?.game !== 'sixem_pad') throw new Error('no pad of Sixem');
  const [shown, expected] = [asSixem(told), asSixem(stood)];
  for (const key of ['boards', 'lines', 'pattern', 'winner', 'round', 'phase'] as const) {
    expect(shown[key], key).toEqual(expected[key]);
  }
});

test('an ordinary record is no pad', () => {
  expect(isPad({ game: 'sixto' })).toBe(false);
  expect(isPad(null)).toBe(false);
});
