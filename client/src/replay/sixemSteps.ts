/** A game of Sixem from its record: for each round the dice at the end of throwing, then each seat's marks. */

import { EMPTY_BOARD, LINES, linesOn, withMark } from '../table/sixem';
import { COLOURS, repeat } from '../table/table';
import type { Pattern } from '../sixem/pattern';
import type { SixemRecord, SixemRound } from './record';

type Boards = readonly (readonly string[])[];

export interface SixemStep {
  /** From 1; 0 before the first. */
  round: number;
  /** Who called STOP in this round. */
  stop: number | null;
  /** Who has just marked; null while the dice are shown. */
  marker: number | null;
  /** For each seat; null for one that is out. */
  dice: readonly (readonly number[] | null)[];
  boards: Boards;
}

/** How a game stands after a round. */
interface Standing {
  winner: number | null;
  /** Those who play on alone after a tie. */
  tied: readonly number[];
}

export function sixemSteps({ seats, rounds }: SixemRecord): readonly SixemStep[] {
  let boards: Boards = repeat(seats, EMPTY_BOARD);
  const start: SixemStep = { round: 0, stop: null, marker: null, dice: repeat(seats, null), boards };
  return [
    start,
    ...rounds.flatMap(({ stop, dice, marks }, at) => {
      const shown: SixemStep = { round: at + 1, stop, marker: null, dice, boards };
      const marked = markersOf(dice, stop).map((marker): SixemStep => {
        for (const { die, erase, give } of marks[marker] ?? []) {
          const cell = `${die}${dice[marker]?.[COLOURS.findIndex((colour) => colour === die)]}`;
          boards = withMark(boards, { seat: marker, cell, erase: erase ?? null, give: give ?? null });
        }
        return { ...shown, marker, boards };
      });
      return [shown, ...marked];
    }),
  ];
}

/** Those who play in the order in which they mark: from the caller's left, the caller last. */
function markersOf(dice: SixemRound['dice'], stop: number): readonly number[] {
  return dice.map((_, step) => (stop + 1 + step) % dice.length).filter((seat) => dice[seat] !== null);
}

/** Who wins a game, once it is over. */
export function sixemWinner(record: SixemRecord): number | null {
  const steps = sixemSteps(record);
  let standing: Standing = { winner: null, tied: [] };
  for (const [at, { round, boards }] of steps.entries()) {
    if (round > 0 && steps[at + 1]?.round !== round) standing = afterRound(standing, boards, record.pattern);
  }
  return standing.winner;
}

/** Of those whose boards match, or are tied, the one with most lines wins; several go on alone. */
function afterRound({ tied }: Standing, boards: Boards, pattern: Pattern): Standing {
  const among = tied.length > 0 ? tied : [...boards.keys()].filter((seat) => matches(boards[seat]!, pattern));
  const lines = (seat: number): number => linesOn(boards[seat]!).length;
  const most = Math.max(...among.map(lines));
  const best = among.filter((seat) => lines(seat) === most);
  if (best.length === 1) return { winner: best[0]!, tied: [] };
  return { winner: null, tied: tied.length > 0 ? tied : best };
}

/** Whether a board has the lines of each kind, and as many in all. */
function matches(board: readonly string[], { horizontal = 0, vertical = 0, diagonal = 0, any = 0 }: Pattern): boolean {
  const complete = linesOn(board);
  const among = (from: number, to?: number): number => LINES.slice(from, to).filter((line) => complete.includes(line)).length;
  return (
    among(0, 6) >= horizontal &&
    among(6, 12) >= vertical &&
    among(12) >= diagonal &&
    complete.length >= horizontal + vertical + diagonal + any
  );
}

/** The steps after which somebody has more lines than before. */
export function newLinesOf(steps: readonly SixemStep[]): readonly number[] {
  const counts = steps.map(({ boards }) => boards.map((board) => linesOn(board).length));
  return steps.flatMap((_, at) =>
    counts[at]!.some((count, seat) => count > (counts[at - 1]?.[seat] ?? 0)) ? [at] : [],
  );
}

/**
 * How long each step was, in milliseconds; null if the record does not tell. It tells how long the game was and how often
 * each die was thrown in each round; marking takes each player as long as a throw.
 */
export function realTimes(record: SixemRecord, steps: readonly SixemStep[]): readonly number[] | null {
  const throws = (record.dice as { throws?: readonly (readonly (readonly number[] | null)[])[] } | undefined)?.throws;
  if (!record.lasted || !Array.isArray(throws)) return null;
  const shares = steps.map(({ round, marker }) => {
    if (marker !== null || !round) return 1;
    const counts = [throws[round - 1]].flat(2).map(Number).filter(Number.isSafeInteger);
    return Math.max(1, ...counts);
  });
  const all = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => (record.lasted * share) / all);
}
