/** A position of Sixto as a link, written and read as `coach/links.py` of the server does. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Sixto } from '../table/table';
import type { SheetRows } from '../wire/messages';

/** Where people begin to think: half crosses are left out. */
export type Position = Pick<Sixto, 'sheets' | 'crosses' | 'active' | 'turn' | 'phase' | 'dice'>;

const VERSION = '1';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const PHASES = ['rolling', 'deciding', 'crossing'] as const;
const MOST_SEATS = 6;
const MOST_TURNS = 1024;
/** Boxes of a row. */
export const PLACES = 12;
/** Stands for a sheet in numbers; the smaller ones are those with letters. */
const OWN_SHEET = 12;
const CHECK = 4096;
/** Characters; no position needs more. */
const LONGEST = 300;

/** The position before or after the roll of this turn. */
export function positionLink(position: Position): string {
  let number = 0n;
  for (const [value, radix] of digitsOf(position).reverse()) number = number * BigInt(radix) + BigInt(value);
  let text = '';
  for (; number > 0n; number /= 64n) text += ALPHABET[Number(number % 64n)];
  return `${VERSION}-${text}${checkOf(text)}`;
}

/** Values with their radices, in the order in which they are read. */
function digitsOf(match: Position): [number, number][] {
  const seats = match.sheets.length;
  const digits: [number, number][] = [
    [seats - 1, MOST_SEATS],
    [match.active, seats],
    [Math.min(match.turn, MOST_TURNS) - 1, MOST_TURNS],
    [PHASES.findIndex((phase) => phase === match.phase), PHASES.length],
  ];
  for (const at of COLOURS.keys()) digits.push([match.phase === 'rolling' ? 0 : (match.dice[at] ?? 0), 7]);
  for (const [seat, rows] of match.sheets.entries()) {
    digits.push([OWN_SHEET, OWN_SHEET + 1]);
    for (const face of rows.flat()) digits.push([face - 1, 6]);
    for (const colour of COLOURS) {
      const places = inRow(match.crosses[seat] ?? [], colour).map(placeOf);
      digits.push([places.reduce((bits, place) => bits | (1 << (place - 1)), 0), 1 << PLACES]);
    }
  }
  return digits;
}

/** Two letters that tell a mistyped link from a right one. */
function checkOf(text: string): string {
  const check = crc32(text) % CHECK;
  return `${ALPHABET[check % 64]}${ALPHABET[Math.floor(check / 64)]}`;
}

/** Why a link cannot be read: a code of the catalogue. */
export class LinkProblem extends Error {
  constructor(readonly code: 'coach.link_newer' | 'coach.link_damaged') {
    super(code);
  }
}

/** The position of a link; `lettered` gives the sheets with letters, in their order. */
export function readPosition(link: string, lettered: readonly SheetRows[]): Position {
  const [, version = '', text = ''] = /^(\w+)-(.*)$/.exec(link.trim()) ?? [];
  if (version !== VERSION && /^([2-9]|[1-9]\d)$/.test(version) && text) throw new LinkProblem('coach.link_newer');
  const [body, check] = [text.slice(0, -2), text.slice(-2)];
  const values = Array.from(body, (letter) => ALPHABET.indexOf(letter));
  const right = version === VERSION && text.length <= LONGEST && !values.includes(-1) && checkOf(body) === check;
  if (!right) throw new LinkProblem('coach.link_damaged');
  return positionOf(values.reduceRight((number, value) => number * 64n + BigInt(value), 0n), lettered);
}

function positionOf(number: bigint, lettered: readonly SheetRows[]): Position {
  let left = number;
  const next = (radix: number): number => {
    const value = Number(left % BigInt(radix));
    left /= BigInt(radix);
    return value;
  };
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const readSheet = (): SheetRows => lettered[next(OWN_SHEET + 1)] ?? times(6, () => times(PLACES, () => next(6) + 1));
  const readRow = (colour: string): string[] => {
    const bits = next(1 << PLACES);
    return Array.from({ length: PLACES }, (_, at) => at + 1)
      .filter((place) => bits & (1 << (place - 1)))
      .map((place) => `${colour}${place}`);
  };
  const seats = next(MOST_SEATS) + 1;
  const [active, turn, phase] = [next(seats), next(MOST_TURNS) + 1, PHASES[next(PHASES.length)] ?? 'rolling'];
  const dice = times(COLOURS.length, () => next(7));
  const players = times(seats, () => ({ sheet: readSheet(), crosses: COLOURS.flatMap(readRow) }));
  if (left) throw new LinkProblem('coach.link_damaged');
  return { active, turn, phase, dice, sheets: players.map((one) => one.sheet), crosses: players.map((one) => one.crosses) };
}

/** The checksum of zip files and PNG. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
