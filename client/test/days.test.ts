import { describe, expect, it } from 'vitest';
import { calendarFile } from '../src/days/calendar';
import { newTurns, roughTime, waitsFor } from '../src/days/waiting';
import type { TableSummary } from '../src/wire/messages';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 17, 12, 0);
const summary = (code: string, ...waiting: string[]): TableSummary => ({
  ...{ code, phase: 'playing', seats: [], options: { game: 'sixto', days: 1 }, waiting },
});

describe('for whom a game over days waits', () => {
  it('waits for those whom the server names, and for nobody unknown', () => {
    expect(waitsFor(summary('A', 'ann', 'bob'), 'bob')).toBe(true);
    expect(waitsFor(summary('A', 'ann'), 'bob')).toBe(false);
    expect(waitsFor({ code: 'A', phase: 'playing', seats: [], options: { game: 'sixto' } }, '')).toBe(false);
  });
  it('tells which ones are new', () => {
    const [a, b] = [summary('A'), summary('B')];
    expect(newTurns([a], [a, b])).toEqual([b]);
    expect(newTurns([a, b], [a])).toEqual([]);
  });
  it.each([
    [72 * HOUR, { unit: 'day', count: 3 }],
    [48 * HOUR - 1, { unit: 'day', count: 1 }],
    [24 * HOUR - 1, { unit: 'hour', count: 23 }],
    [HOUR - 1, { unit: 'minute', count: 59 }],
    [1, { unit: 'minute', count: 1 }],
    [-5, { unit: 'minute', count: 1 }],
  ])('says %d ms in its largest unit', (time, rough) => expect(roughTime(time)).toEqual(rough));
});

describe('the calendar file', () => {
  const reminder = { code: 'SIXES2', link: 'http://sixes.example/table/SIXES2', title: 'Sixto: your turn?', due: 0, now: NOW };
  const lines = (due: number, title = reminder.title): string[] =>
    calendarFile({ ...reminder, due, title }).replace(/\r\n /g, '').split('\r\n');

  it('reminds four hours before the deadline, in UTC', () => {
    const text = lines(NOW + 24 * HOUR);
    expect(text).toContain('DTSTART:20261118T080000Z');
    expect(text).toContain('DTEND:20261118T081500Z');
    expect(text.some((line) => line.startsWith('RRULE'))).toBe(false);
  });
  it('reminds soon if the deadline is near', () => {
    expect(lines(NOW + HOUR)).toContain('DTSTART:20261117T121500Z');
  });
  it('reminds every evening where there is no deadline, by the clock of the phone', () => {
    const text = lines(0);
    const start = text.find((line) => line.startsWith('DTSTART:'));
    expect(start).toMatch(/^DTSTART:2026111[78]T180000$/);
    expect(text).toContain('RRULE:FREQ=DAILY;COUNT=14');
  });
  it('is a whole calendar with an alarm and the link', () => {
    const text = lines(0);
    expect(text[0]).toBe('BEGIN:VCALENDAR');
    expect(text.at(-2)).toBe('END:VCALENDAR');
    expect(text).toContain('URL:http://sixes.example/table/SIXES2');
    expect(text).toContain('BEGIN:VALARM');
  });
  it('escapes what has a meaning there, and breaks long lines', () => {
    const title = 'à toi ; de jouer, '.repeat(9);
    expect(lines(0, title)).toContain(`SUMMARY:${title.replace(/[;,]/g, '\\$&')}`);
    const raw = calendarFile({ ...reminder, title }).split('\r\n');
    expect(Math.max(...raw.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  });
});
