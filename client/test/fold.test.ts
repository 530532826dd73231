import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { afterEvent } from '../src/table/fold';
import { fromSnapshot } from '../src/table/table';
import type { AnyEvent, TableSnapshot } from '../src/wire/messages';

const golden = new URL('golden/', import.meta.url);
const logs = new URL('../../tests/golden/logs/', import.meta.url);
/** Snapshots are named like their log: a format and a story. */
const names = readdirSync(golden).filter((file) => /^\d+-/.test(file)).map((file) => file.replace('.json', ''));

function eventsOf(name: string): AnyEvent[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, logs), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as AnyEvent);
}

function snapshotsOf(name: string): [number, TableSnapshot][] {
  const snapshots = JSON.parse(readFileSync(new URL(`${name}.json`, golden), 'utf8')) as Record<string, TableSnapshot>;
  return Object.entries(snapshots).map(([version, snapshot]) => [Number(version), snapshot]);
}

test('there are games of both kinds', () => {
  expect(names.some((name) => name.includes('sixto'))).toBe(true);
  expect(names.some((name) => name.includes('sixem'))).toBe(true);
});

describe.each(names)('%s', (name) => {
  const events = eventsOf(name);
  const snapshots = snapshotsOf(name);

  test('folding every event from the first gives what the server shows', () => {
    const expected = new Map(snapshots);
    const [begins, first] = snapshots[0]!;
    let table = fromSnapshot(first);
    for (const event of events.slice(begins)) {
      table = afterEvent(table, event);
      const snapshot = expected.get(event.v!);
      if (snapshot) expect(table, `version ${event.v}`).toEqual(fromSnapshot(snapshot));
    }
  });

  test('folding from any snapshot gives the same end', () => {
    const last = fromSnapshot(snapshots.at(-1)![1]);
    for (const [version, snapshot] of snapshots) {
      const end = events.slice(version).reduce(afterEvent, fromSnapshot(snapshot));
      expect(end, `from version ${version}`).toEqual(last);
    }
  });

  test('the fold never changes a table', () => {
    const [begins, snapshot] = snapshots[0]!;
    const first = fromSnapshot(snapshot);
    const before = structuredClone(first);
    events.slice(begins).reduce(afterEvent, first);
    expect(first).toEqual(before);
  });
});
