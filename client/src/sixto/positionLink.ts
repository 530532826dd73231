/** A position of Sixto as a link, as `coach/links.py` of the server reads it. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Sixto } from '../table/table';

const VERSION = '1';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const PHASES = ['rolling', 'deciding', 'crossing'];
const MOST_SEATS = 6;
const MOST_TURNS = 1024;
/** Stands for a sheet in numbers; the server also knows letters. */
const OWN_SHEET = 12;
const CHECK = 4096;

/** The position before or after the roll of this turn; half crosses are left out. */
export function positionLink(match: Sixto): string {
  let number = 0n;
  for (const [value, radix] of digitsOf(match).reverse()) number = number * BigInt(radix) + BigInt(value);
  let text = '';
  for (; number > 0n; number /= 64n) text += ALPHABET[Number(number % 64n)];
  const check = crc32(text) % CHECK;
  return `${VERSION}-${text}${ALPHABET[check % 64]}${ALPHABET[Math.floor(check / 64)]}`;
}

/** Values with their radices, in the order in which they are read. */
function digitsOf(match: Sixto): [number, number][] {
  const seats = match.sheets.length;
  const digits: [number, number][] = [
    [seats - 1, MOST_SEATS],
    [match.active, seats],
    [Math.min(match.turn, MOST_TURNS) - 1, MOST_TURNS],
    [PHASES.indexOf(match.phase), PHASES.length],
  ];
  for (const at of COLOURS.keys()) digits.push([match.phase === 'rolling' ? 0 : (match.dice[at] ?? 0), 7]);
  for (const [seat, rows] of match.sheets.entries()) {
    digits.push([OWN_SHEET, OWN_SHEET + 1]);
    for (const face of rows.flat()) digits.push([face - 1, 6]);
    for (const colour of COLOURS) {
      const places = inRow(match.crosses[seat] ?? [], colour).map(placeOf);
      digits.push([places.reduce((bits, place) => bits | (1 << (place - 1)), 0), 1 << 12]);
    }
  }
  return digits;
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
