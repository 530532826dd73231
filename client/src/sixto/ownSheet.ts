/** A player's own sheet while it is typed: six rows of up to twelve digits. */

import { COLOURS } from '../table/table';
import type { SheetRows } from '../wire/messages';

export const ROW_LENGTH = 12;
const STORAGE_KEY = 'sixes.sheet';

export const EMPTY: readonly string[] = COLOURS.map(() => '');

/** The numbers in a typed text, and whether there was anything else but separators. */
export function parseTyped(text: string): { digits: string; wrong: boolean } {
  const digits = text.replace(/[^1-6]/g, '');
  return { digits, wrong: /[^1-6\s,;|.-]/.test(text) };
}

/** The rows after typing or pasting into one of them; more than twelve numbers continue in the next rows. */
export function withTyped(rows: readonly string[], at: number, digits: string): readonly string[] {
  if (digits.length <= ROW_LENGTH) return rows.map((row, index) => (index === at ? digits : row));
  const pieces = digits.match(/.{1,12}/g) ?? [];
  return rows.map((row, index) => pieces[index - at] ?? row);
}

export const missingNumbers = (rows: readonly string[]): number =>
  rows.reduce((sum, row) => sum + ROW_LENGTH - Math.min(row.length, ROW_LENGTH), 0);

export const toSheet = (rows: readonly string[]): SheetRows => rows.map((row) => [...row].map(Number));
export const toText = (sheet: SheetRows): readonly string[] => sheet.map((row) => row.join(''));

/** The sheet last used on this device, so that nobody types 72 numbers twice. */
export function loadSheet(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    const rows = Array.isArray(stored) ? stored.map(String) : [];
    return rows.length === COLOURS.length && rows.every((row) => /^[1-6]{12}$/.test(row)) ? rows : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function storeSheet(rows: readonly string[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(rows));
  } catch {
    // Without storage it has to be typed again.
  }
}
