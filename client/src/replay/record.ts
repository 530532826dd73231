/**
 * Reading the record of a game. Its form is checked, so that nothing that is drawn from it can fail; whether each step
 * obeys the rules, `sixes replay` checks.
 */

import { COLOURS } from '../table/table';
import type { Pattern } from '../sixem/pattern';
import type { SheetRows } from '../wire/messages';
import { SHEETS } from '../wire/laterData';

export interface SixtoTurn {
  /** One, or two if the active player rolled again. */
  rolls: readonly (readonly number[])[];
  /** For each seat. */
  crosses: readonly (readonly string[])[];
}
export interface Mark {
  die: string;
  erase?: number;
  give?: number;
}
export interface SixemRound {
  /** Who called STOP. */
  stop: number;
  /** For each seat; null for one that is out. */
  dice: readonly (readonly number[] | null)[];
  marks: readonly (readonly Mark[] | null)[];
}
export interface Player {
  name: string;
  /** The level of the bot that played at the end; empty for a person. */
  bot: string;
}
interface AnyRecord {
  /** One for each seat, or nobody, if the record does not tell. */
  players: readonly Player[];
  /** Milliseconds that the game lasted; 0 if the record does not tell. */
  lasted: number;
  /** What it keeps of its dice, unchecked. */
  dice: unknown;
}
export interface SixtoRecord extends AnyRecord {
  game: 'sixto';
  sheets: readonly SheetRows[];
  turns: readonly SixtoTurn[];
  /** The points that each seat had before its first cross. */
  headStarts?: readonly number[];
  /** The second game of a duel: the first one. */
  first?: SixtoRecord;
}
export interface SixemRecord extends AnyRecord {
  game: 'sixem';
  seats: number;
  pattern: Pattern;
  rounds: readonly SixemRound[];
}
export type GameRecord = SixtoRecord | SixemRecord;

/** Why a file cannot be shown. */
export class RecordProblem extends Error {
  constructor(readonly code: 'replay.not_a_record' | 'replay.damaged' | 'replay.unfinished') {
    super(code);
  }
}

/** Larger than any record, in bytes. */
export const LARGEST = 8_000_000;
const MOST_SEATS = 6;
const BOX = /^[a-f]([1-9]|1[0-2])$/;

/** The record in the text of a file. */
export function readRecord(text: string): GameRecord {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    const begins = /^\s*\{/.test(text) && /"game"\s*:\s*"six(to|em)"/.test(text);
    throw new RecordProblem(begins ? 'replay.damaged' : 'replay.not_a_record');
  }
  return recordOf(document);
}

/** A document as a record. */
export function recordOf(document: unknown): GameRecord {
  const found = isObject(document) ? document : {};
  if (found['game'] === 'sixto') return sixtoOf(found);
  if (found['game'] === 'sixem') return sixemOf(found);
  throw new RecordProblem('replay.not_a_record');
}

type Found = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
/** A list of this length, or of any, all of whose values are right. */
const isList = <T>(value: unknown, isRight: (one: unknown) => one is T, length?: number): value is readonly T[] =>
  Array.isArray(value) && (length === undefined || value.length === length) && value.every(isRight);

function check(right: boolean): asserts right {
  if (!right) throw new RecordProblem('replay.damaged');
}

function sixtoOf(found: Found): SixtoRecord {
  const { sheets, turns } = found;
  check(Array.isArray(sheets) && isWithin(sheets.length, 1, MOST_SEATS) && Array.isArray(turns));
  const seats = sheets.length;
  return {
    ...{ game: 'sixto', sheets: sheets.map(sheetOf) },
    turns: turns.map((turn) => turnOf(turn, seats)),
    ...notesOf(found, seats),
    ...duelOf(found, seats),
  };
}

/** What a game began with: head starts, and in a duel the game before. */
function duelOf({ match }: Found, seats: number): Pick<SixtoRecord, 'headStarts' | 'first'> {
  const { head_starts: ahead, duel } = isObject(match) ? match : {};
  const isPoints = (value: unknown): value is number => Number.isSafeInteger(value);
  const first = isObject(duel) && isObject(duel['first']) ? duel['first'] : null;
  return {
    ...(isList(ahead, isPoints, seats) ? { headStarts: ahead } : {}),
    // A duel has two games, not more.
    ...(first && !(isObject(first['match']) && 'duel' in first['match']) ? { first: sixtoOf(first) } : {}),
  };
}

const isNumber = (value: unknown): value is number => isWithin(value, 1, 6);
const isRow = (value: unknown): value is readonly number[] => isList(value, isNumber, 12);

function sheetOf(sheet: unknown): SheetRows {
  if (typeof sheet === 'string' && Object.hasOwn(SHEETS, sheet)) {
    return SHEETS[sheet as keyof typeof SHEETS].map((row) => Array.from(row, Number));
  }
  check(isList(sheet, isRow, COLOURS.length));
  return sheet;
}

const isFace = (value: unknown): value is number => isWithin(value, 0, 6);
const isRoll = (value: unknown): value is readonly number[] => isList(value, isFace, COLOURS.length);
const isBox = (value: unknown): value is string => typeof value === 'string' && BOX.test(value);
const areBoxes = (value: unknown): value is readonly string[] => isList(value, isBox);

function turnOf(turn: unknown, seats: number): SixtoTurn {
  const { rolls, crosses } = isObject(turn) ? turn : {};
  check(isList(rolls, isRoll) && isWithin(rolls.length, 1, 2) && isList(crosses, areBoxes, seats));
  return { rolls, crosses };
}

const KINDS = ['horizontal', 'vertical', 'diagonal', 'any'];

function sixemOf(found: Found): SixemRecord {
  const { seats, pattern, rounds } = found;
  check(isWithin(seats, 2, MOST_SEATS) && isObject(pattern) && Array.isArray(rounds));
  check(Object.entries(pattern).every(([kind, lines]) => KINDS.includes(kind) && isWithin(lines, 0, 14)));
  return {
    ...{ game: 'sixem', seats, pattern: pattern as Pattern },
    rounds: rounds.map((round) => roundOf(round, seats)),
    ...notesOf(found, seats),
  };
}

const isThrow = (value: unknown): value is readonly number[] | null =>
  value === null || isList(value, isNumber, COLOURS.length);

function roundOf(round: unknown, seats: number): SixemRound {
  const { stop, dice, marks } = isObject(round) ? round : {};
  const isSeat = (value: unknown): boolean => value === undefined || isWithin(value, 0, seats - 1);
  const isMark = (value: unknown): value is Mark =>
    isObject(value) && /^[a-f]$/.test(String(value['die'])) && isSeat(value['erase']) && isSeat(value['give']);
  const areMarks = (value: unknown): value is readonly Mark[] | null => value === null || isList(value, isMark);
  check(isWithin(stop, 0, seats - 1) && isList(dice, isThrow, seats) && isList(marks, areMarks, seats));
  check(dice.every((faces, seat) => (faces === null) === (marks[seat] === null)) && dice[stop] !== null);
  return { stop, dice, marks };
}

/** What a server adds; a record is whole without it. */
function notesOf({ match }: Found, seats: number): AnyRecord {
  const { players, times, dice } = isObject(match) ? match : {};
  const { started, last } = isObject(times) ? times : {};
  const known = isList(players, isObject, seats) ? players : [];
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    players: known.map(({ name, bot }) => ({ name: text(name), bot: text(bot) })),
    lasted: isWithin(started, 1, Infinity) && isWithin(last, started, Infinity) ? last - started : 0,
    dice,
  };
}
