/** A sheet of one's own while it is typed: six rows of digits, none, some or all twelve there. */

import { COLOURS } from '../table/table';
import type { SheetRows } from '../wire/messages';

export const LONG = 12;
const PLACE = 'sixes.sheet';

export const EMPTY: readonly string[] = COLOURS.map(() => '');

/** What was typed into a row: its numbers, what runs over into the next rows, and whether something else was there. */
export function typed(text: string): { digits: string; wrong: boolean } {
  const digits = text.replace(/[^1-6]/g, '');
  return { digits, wrong: /[^1-6\s,;|.-]/.test(text) };
}

/** The rows with what was typed, or pasted, into one of them; more than twelve numbers go on below. */
export function withTyped(rows: readonly string[], at: number, digits: string): readonly string[] {
  if (digits.length <= LONG) return rows.map((row, index) => (index === at ? digits : row));
  const pieces = digits.match(/.{1,12}/g) ?? [];
  return rows.map((row, index) => pieces[index - at] ?? row);
}

export const missing = (rows: readonly string[]): number =>
  rows.reduce((sum, row) => sum + LONG - Math.min(row.length, LONG), 0);

export const asSheet = (rows: readonly string[]): SheetRows => rows.map((row) => [...row].map(Number));
export const asTyped = (sheet: SheetRows): readonly string[] => sheet.map((row) => row.join(''));

/** The one that was used here last, since nobody likes to type 72 numbers twice. */
export function lastUsed(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? 'null');
    const good = Array.isArray(kept) && kept.length === COLOURS.length && kept.every((row) => /^[1-6]{12}$/.test(String(row)));
    return good ? kept.map(String) : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function keepForNextTime(rows: readonly string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(rows));
  } catch {
    // Where nothing can be kept, it is typed again.
  }
}
