/** What this device remembers of score pads: the last choice of game and names, and whether dice are typed. */

import type { SheetLetter, SheetRows } from '../wire/messages';
import { SHEETS } from '../wire/laterData';

/** A sheet as it is chosen: a letter, or the name of a sheet of one's own. */
export interface Player {
  name: string;
  sheet: string;
}
export interface Choice {
  game: 'sixto' | 'sixem';
  sweet: boolean;
  players: readonly Player[];
}

const CHOICE = 'sixes.pad';
const TYPING = 'sixes.pad.dice';
const SHEETS_KEY = 'sixes.sheets';
/** Sheets of one's own that are kept. */
export const MOST_SHEETS = 20;
export const LETTERS = Object.keys(SHEETS) as SheetLetter[];

const first: Choice = { game: 'sixto', sweet: false, players: [{ name: '', sheet: 'A' }, { name: '', sheet: 'B' }] };

export function lastChoice(): Choice {
  const found = read<Partial<Choice>>(CHOICE) ?? {};
  const players = Array.isArray(found.players) ? found.players.slice(0, 6) : first.players;
  const fine = players.length > 0 && players.every((one) => typeof one?.name === 'string' && typeof one?.sheet === 'string');
  return fine ? { ...first, ...found, players: withSheets(players) } : first;
}
/** The players, with a free letter for whoever has a sheet that was deleted. */
export function withSheets(players: readonly Player[], own = ownSheets()): readonly Player[] {
  const taken = players.map(({ sheet }) => sheet);
  return players.map((player) => {
    if (isLetter(player.sheet) || player.sheet in own) return player;
    const sheet = LETTERS.find((letter) => !taken.includes(letter)) ?? 'A';
    taken.push(sheet);
    return { ...player, sheet };
  });
}
export const rememberChoice = (choice: Choice): boolean => write(CHOICE, choice);

export const typesDice = (): boolean => read<boolean>(TYPING) ?? true;
export const rememberTyping = (on: boolean): boolean => write(TYPING, on);

/** The sheets of one's own by their names: six texts of twelve numbers each. */
export function ownSheets(): Readonly<Record<string, readonly string[]>> {
  const found = read<Record<string, readonly string[]>>(SHEETS_KEY) ?? {};
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => Array.isArray(rows) && rows.length === 6 && rows.every((row) => /^[1-6]{12}$/.test(row))));
}
/** Keep a sheet by its name; false if this device has no room. */
export function keepSheet(name: string, rows: readonly string[]): boolean {
  const others = Object.entries(ownSheets()).filter(([known]) => known !== name);
  return write(SHEETS_KEY, Object.fromEntries([...others.slice(1 - MOST_SHEETS), [name, rows]]));
}
export function dropSheet(name: string): void {
  write(SHEETS_KEY, Object.fromEntries(Object.entries(ownSheets()).filter(([known]) => known !== name)));
}
/** The numbers of a chosen sheet. */
export function rowsOf(sheet: string, own = ownSheets()): SheetRows {
  const rows = own[sheet] ?? SHEETS[sheet as SheetLetter] ?? SHEETS.A;
  return rows.map((row) => [...row].map(Number));
}
export const isLetter = (sheet: string): sheet is SheetLetter => sheet in SHEETS;

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null; // no storage, or not ours
  }
}
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
