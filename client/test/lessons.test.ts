import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENDS, LESSONS, stepAfter } from '../src/learn/lessons';
import { afterEvent } from '../src/table/fold';
import { fromSnapshot, seatOf, type Table } from '../src/table/table';
import english from '../../src/sixes/text/en.json?later';

type Event = Parameters<typeof afterEvent>[1];
const logs = new URL('../../tests/golden/logs/', import.meta.url);

/** The tables of a golden log after each of its events. */
function* played(name: string): Generator<[Event, Table]> {
  const events = readFileSync(new URL(name, logs), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Event);
  const first = events.shift();
  if (first?.t !== 'created') throw new Error('a log begins with its table');
  let table = fromSnapshot({ ...first, phase: 'gathering', seats: first.seats.map((seat) => seat && seatOf(seat)) });
  for (const event of events) {
    table = afterEvent(table, event);
    yield [event, table];
  }
}

const stories = readdirSync(logs).filter((name) => name.endsWith('.jsonl'));

describe.each(stories)('whatever happens at a table: %s', (name) => {
  test('a lesson goes on step by step, and comes to its end', () => {
    let step = 0;
    for (const [event, { match }] of played(name)) {
      if (!match) continue;
      const next = stepAfter(match.game, step, match, 0, event);
      expect(next).toBeGreaterThanOrEqual(step);
      step = next;
      const steps = LESSONS[match.game];
      if (step < steps.length && !steps[step]?.over) step += 1; // the button to go on
      if (match.phase !== 'over') continue;
      while (step < steps.length && !steps[step]?.over) step += 1;
      expect(stepAfter(match.game, step, match, 0, null)).toBe(steps.length);
    }
  });
});

test('a player who throws twice is told of throwing, keeping and STOP in this order', () => {
  const shown = new Set<string>();
  for (const name of stories) {
    let step = 0;
    const said: string[] = [];
    for (const [event, { match }] of played(name)) {
      if (match?.game !== 'sixem') continue;
      step = stepAfter('sixem', step, match, 0, event);
      const says = LESSONS.sixem[step]?.says;
      if (says && said.at(-1) !== says) said.push(says);
    }
    shown.add(said.slice(0, 6).join(' '));
  }
  const whole = ['spin', 'throw', 'keep', 'stop', 'mark'].map((step) => `learn.sixem_${step}`).join(' ');
  expect([...shown].some((said) => said.includes(whole))).toBe(true);
});

test('every sentence of a lesson is one', () => {
  const keys = [...LESSONS.sixto, ...LESSONS.sixem].map(({ says }) => says);
  for (const key of [...keys, ...Object.values(ENDS)]) expect(english).toHaveProperty([key]);
});
