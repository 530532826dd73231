import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { after } from '../src/table/fold';
import { filled } from '../src/table/table';
import type { AnyEvent, TableSnapshot } from '../src/wire/messages';

const golden = new URL('golden/', import.meta.url);
const logs = new URL('../../tests/golden/logs/', import.meta.url);
const names = readdirSync(golden).map((file) => file.replace('.json', ''));

function eventsOf(name: string): AnyEvent[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, logs), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as AnyEvent);
}

function viewsOf(name: string): [number, TableSnapshot][] {
  const views = JSON.parse(readFileSync(new URL(`${name}.json`, golden), 'utf8')) as Record<string, TableSnapshot>;
  return Object.entries(views).map(([version, view]) => [Number(version), view]);
}

test('there are games of both kinds', () => {
  expect(names.some((name) => name.includes('sixto'))).toBe(true);
  expect(names.some((name) => name.includes('sixem'))).toBe(true);
});

describe.each(names)('%s', (name) => {
  const events = eventsOf(name);
  const views = viewsOf(name);

  test('whoever comes first and hears every event sees what the server shows', () => {
    const expected = new Map(views);
    let table = filled(expected.get(1)!);
    for (const event of events.slice(1)) {
      table = after(table, event);
      const view = expected.get(event.v!);
      if (view) expect(table, `version ${event.v}`).toEqual(filled(view));
    }
  });

  test('whoever comes later sees the same end', () => {
    const last = filled(views.at(-1)![1]);
    for (const [version, view] of views) {
      const end = events.slice(version).reduce(after, filled(view));
      expect(end, `from version ${version}`).toEqual(last);
    }
  });

  test('a table is never changed, only followed by another', () => {
    const first = filled(views[0]![1]);
    const before = structuredClone(first);
    events.slice(1).reduce(after, first);
    expect(first).toEqual(before);
  });
});
