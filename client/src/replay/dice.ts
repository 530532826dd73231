/** Every number that chance gave in a game, drawn once more from the seed in its record: docs/dice.md says how. */

import { COLOURS, type Colour } from '../table/table';
import { SPINNER } from '../wire/laterData';
import type { GameRecord, SixemRecord, SixtoRecord } from './record';
import { bytesOfHex, hexOf, hmac, sha256 } from './sha256';

/** What is wrong with the dice of a record, and where. */
export class DiceProblem extends Error {
  constructor(
    readonly kind: 'none' | 'no_seed' | 'form' | 'promise' | 'lot' | 'start' | 'spin' | 'turn' | 'round',
    readonly where: { turn?: number; round?: number; seat?: number; die?: Colour; number?: number; told?: number } = {},
  ) {
    super(kind);
  }
}

/** What a record keeps of its dice, with its form checked. */
interface Kept {
  game: string;
  seed: string;
  promise: string;
  additions: readonly (string | null)[];
  lot?: number;
  /** The dice are those of another game, of as many seats as there are additions. */
  shared?: boolean;
  /** So many turns were taken over from another game: their dice do not follow from this seed. */
  taken?: number;
  throws?: unknown;
  starts?: unknown;
  spun?: unknown;
}
/** One number that chance gave: its label, out of how many, and what it came to. */
interface Draw {
  label: string;
  sides: number;
  told: number;
  problem: (number: number) => DiceProblem;
}

const FORMAT = 'sixes dice 1';
const KEYS = ['game', 'seed', 'promise', 'additions'];
const OTHER_KEYS = { sixto: [], sixem: ['throws', 'starts', 'spun'] };
const GAME = /^[A-Za-z0-9-]{1,40}$/;
const SEED = /^[0-9a-f]{64}$/;
const ADDITION = /^([0-9a-f]{2}){16,32}$/;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const fits = (form: RegExp, value: unknown): boolean => typeof value === 'string' && form.test(value);
const isFace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 6;

/** How many numbers were drawn, all of them right; throws the first DiceProblem. */
export function verifyDice(record: GameRecord): number {
  const kept = readKept(record);
  const seed = bytesOfHex(kept.seed);
  if (hexOf(sha256(seed)) !== kept.promise) throw new DiceProblem('promise');
  const key = keyOf(seed, kept.additions);
  let checked = checkLot(seed, kept);
  const draws = record.game === 'sixto' ? sixtoDraws(record, kept) : sixemDraws(record, kept);
  for (const { label, sides, told, problem } of draws) {
    const number = draw(key, label, sides);
    if (number !== told) throw problem(number);
    checked += 1;
  }
  return checked + (record.game === 'sixto' && record.first ? verifyFirst(record.first, kept) : 0);
}

/** The first game of a duel, whose seed was secret until the second was over: its dice are the same. */
function verifyFirst(first: SixtoRecord, { game, seed, additions }: Kept): number {
  const kept = readKept({ ...first, dice: { ...(first.dice as object), seed } });
  if (kept.game !== game || kept.additions.join() !== additions.join()) throw new DiceProblem('form');
  return verifyDice({ ...first, dice: kept });
}

/** The key of a game from its seed and what each seat added. */
export function keyOf(seed: Uint8Array, additions: readonly (string | null)[]): Uint8Array {
  return hmac(seed, bytesOf([FORMAT, ...additions.map((addition) => addition ?? '-')].join('\n')));
}

/** A number from 1 to `sides`: bytes that would favour some are passed over. */
export function draw(key: Uint8Array, label: string, sides: number): number {
  const fair = 256 - (256 % sides);
  for (let block = 0; ; block += 1) {
    const byte = hmac(key, bytesOf(`${label} ${block}`)).find((one) => one < fair);
    if (byte !== undefined) return (byte % sides) + 1;
  }
}

function readKept(record: GameRecord): Kept {
  const { dice } = record;
  if (typeof dice !== 'object' || dice === null || Array.isArray(dice)) throw new DiceProblem('none');
  if (!('seed' in dice)) throw new DiceProblem('no_seed');
  const kept = dice as Kept;
  const seats = record.game === 'sixto' ? record.sheets.length : record.seats;
  const needed = [...KEYS, ...OTHER_KEYS[record.game]];
  const allowed = record.game === 'sixto' ? [...needed, 'lot', 'shared', 'taken'] : needed;
  const { lot = 0, shared = false, taken = 0 } = kept;
  const isWithin = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;
  const right =
    needed.every((key) => key in dice) &&
    Object.keys(dice).every((key) => allowed.includes(key)) &&
    fits(GAME, kept.game) &&
    [kept.seed, kept.promise].every((hex) => fits(SEED, hex)) &&
    Array.isArray(kept.additions) &&
    typeof shared === 'boolean' &&
    (shared ? isWithin(kept.additions.length - 1, 5) : kept.additions.length === seats) &&
    kept.additions.every((addition) => addition === null || fits(ADDITION, addition)) &&
    isWithin(lot, seats - 1) &&
    isWithin(taken, record.game === 'sixto' ? record.turns.length : 0);
  if (!right) throw new DiceProblem('form');
  return kept;
}

/** Check the draw of the first player, made with the additions in the seat order before the start. */
function checkLot(seed: Uint8Array, { game, lot, additions }: Kept): number {
  if (lot === undefined) return 0;
  const seats = additions.length;
  const before = [...additions.slice(seats - lot), ...additions.slice(0, seats - lot)];
  if (draw(keyOf(seed, before), `${game} 0 0 lot 1`, seats) !== lot + 1) throw new DiceProblem('lot');
  return 1;
}

function* sixtoDraws({ turns }: SixtoRecord, { game, additions, taken = 0 }: Kept): Generator<Draw> {
  for (const [at, { rolls }] of turns.entries()) {
    if (at < taken) continue;
    for (const [throws, roll] of rolls.entries()) {
      for (const [index, die] of COLOURS.entries()) {
        const told = roll[index] ?? 0;
        if (!told) continue; // it has left the game
        const label = `${game} ${at % additions.length} ${at + 1} ${die} ${throws + 1}`;
        const problem = (number: number): DiceProblem => new DiceProblem('turn', { turn: at + 1, die, number, told });
        yield { label, sides: 6, told, problem };
      }
    }
  }
}

function* sixemDraws(record: SixemRecord, kept: Kept): Generator<Draw> {
  const { spun } = kept;
  const place = SPINNER.findIndex((lines) => isSamePattern(lines, record.pattern));
  if (!Number.isInteger(spun) || place < 0 || spun !== place) throw new DiceProblem('form');
  yield* startDraws(record.seats, kept, place);
  yield* throwDraws(record, kept);
}

function isSamePattern(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  return [one, other].flatMap(Object.keys).every((kind) => (one[kind] ?? 0) === (other[kind] ?? 0));
}

/** The starting rolls until one is highest alone, and where the spinner came to rest. */
function* startDraws(seats: number, { game, starts }: Kept, place: number): Generator<Draw> {
  const isRoll = (faces: unknown): faces is readonly number[] =>
    Array.isArray(faces) && faces.length === seats && faces.every(isFace);
  if (!Array.isArray(starts) || starts.length === 0 || !starts.every(isRoll)) throw new DiceProblem('form');
  const highest = starts.map((faces) => [...faces.keys()].filter((seat) => faces[seat] === Math.max(...faces)));
  const decided = highest.map((top) => top.length === 1);
  if (decided.indexOf(true) !== starts.length - 1) throw new DiceProblem('form');
  for (const [again, faces] of starts.entries()) {
    for (const [seat, told] of faces.entries()) {
      const problem = (number: number): DiceProblem => new DiceProblem('start', { seat, number, told });
      yield { label: `${game} ${seat} 0 start ${again + 1}`, sides: 6, told, problem };
    }
  }
  const seat = highest.at(-1)?.[0] ?? 0;
  const problem = (): DiceProblem => new DiceProblem('spin', { seat });
  yield { label: `${game} ${seat} 0 spin 1`, sides: SPINNER.length, told: place + 1, problem };
}

/** The dice of each round as they stood, each from its last throw. */
function* throwDraws({ rounds, seats }: SixemRecord, { game, throws }: Kept): Generator<Draw> {
  if (!Array.isArray(throws) || throws.length !== rounds.length) throw new DiceProblem('form');
  for (const [at, { dice }] of rounds.entries()) {
    const thrown: unknown = throws[at];
    if (!Array.isArray(thrown) || thrown.length !== seats) throw new DiceProblem('form');
    for (const [seat, faces] of dice.entries()) {
      const counts: unknown = thrown[seat];
      if (faces === null && counts === null) continue;
      if (faces === null || !areCounts(counts)) throw new DiceProblem('form');
      for (const [index, die] of COLOURS.entries()) {
        const told = faces[index] ?? 0;
        const label = `${game} ${seat} ${at + 1} ${die} ${counts[index]}`;
        const problem = (number: number): DiceProblem =>
          new DiceProblem('round', { round: at + 1, seat, die, number, told });
        yield { label, sides: 6, told, problem };
      }
    }
  }
}

const areCounts = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === COLOURS.length && value.every((count) => Number.isInteger(count) && count >= 1);
