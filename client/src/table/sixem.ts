/** The fold of events in a game of Sixem, and what can be read from its table. */

import type {
  AnyEvent,
  LandedEvent,
  MarkCommand,
  MarkedEvent,
  RolledFirstEvent,
  StartedEvent,
  StoppedEvent,
} from '../wire/messages';
import { choiceOf, COLOURS, repeat, NO_DICE, put, type Choice, type Sixem } from './table';

export const EMPTY_BOARD: readonly string[] = repeat(6, '......');

export function beginSixem(event: StartedEvent): Sixem {
  const seats = event.seats.length;
  return {
    game: 'sixem',
    round: 1,
    phase: 'starting',
    now: 0,
    starts: repeat(seats, 0),
    pattern: {},
    boards: repeat(seats, EMPTY_BOARD),
    lines: repeat(seats, 0),
    dice: repeat(seats, NO_DICE),
    lands: repeat(seats, NO_DICE),
    again: 0,
    spins: null,
    pauses: repeat(seats, 0),
    go: 0,
    stop: null,
    marker: null,
    choices: [],
    to_mark: [],
    tied: [],
    winner: null,
    due: event.due ?? 0,
  };
}

export function afterSixem(match: Sixem, event: AnyEvent): Sixem {
  const next = step(match, event);
  const moved = next === match || event.t === 'resumed' || event.t === 'ended' ? next : { ...next, now: event.at };
  const timed = ['starting', 'spinning', 'marking'].includes(moved.phase);
  return { ...moved, due: timed ? event.due || moved.due : 0 };
}

function step(match: Sixem, event: AnyEvent): Sixem {
  switch (event.t) {
    case 'first':
      return rolledFirst(match, event);
    case 'spun':
      return { ...match, phase: 'rolling', pattern: event.pattern, spins: null, go: event.go };
    case 'thrown': {
      const thrown = COLOURS.map((colour) => event.dice.includes(colour));
      return withDice(match, event.seat, (face, lands, die) => (thrown[die] ? [0, event.lands] : [face, lands]));
    }
    case 'landed':
      return marking(
        withDice(match, event.seat, (face, lands, die) =>
          event.faces[die] ? [event.faces[die], 0] : [face, lands],
        ),
        event,
      );
    case 'stopped':
      return marking({ ...match, phase: 'last_throws', stop: event.seat }, event);
    case 'falsestop':
      return { ...match, pauses: put(match.pauses, event.seat, event.until) };
    case 'marked':
      return marked(match, event);
    case 'resumed':
      return { ...match, go: event.go || match.go };
    case 'ended':
      return { ...match, phase: 'over', winner: event.winners[0] ?? null };
    default:
      return match;
  }
}

function rolledFirst(match: Sixem, event: RolledFirstEvent): Sixem {
  if (event.again) return { ...match, starts: repeat(match.starts.length, 0), again: match.again + 1 };
  const starts = put(match.starts, event.seat, event.face);
  const spins = event.spins ?? null;
  return { ...match, starts, spins, phase: spins === null ? 'starting' : 'spinning' };
}

function withDice(
  match: Sixem,
  seat: number,
  change: (face: number, lands: number, die: number) => readonly [number, number],
): Sixem {
  const lands = match.lands[seat] ?? NO_DICE;
  const changed = (match.dice[seat] ?? NO_DICE).map((face, die) => change(face, lands[die] ?? 0, die));
  return {
    ...match,
    dice: put(match.dice, seat, changed.map(([face]) => face)),
    lands: put(match.lands, seat, changed.map(([, landing]) => landing)),
  };
}

/** The next player marks, if the event names one: each different number on their dice, once. */
function marking(match: Sixem, event: LandedEvent | StoppedEvent | MarkedEvent): Sixem {
  const marker = event.marker ?? null;
  if (marker === null) return match;
  const same = marker === match.marker;
  const to_mark = same ? match.to_mark : [...new Set(match.dice[marker])].sort();
  return { ...match, phase: 'marking', marker, choices: (event.choices ?? []).map(choiceOf), to_mark };
}

/** All boards after a mark in a cell, which may erase the X of another seat there, or give it one. */
export function withMark(boards: readonly (readonly string[])[], { seat, cell, erase, give }: CellMark): readonly (readonly string[])[] {
  let marked = put(boards, seat, withCell(boards[seat], cell, 'X'));
  if (erase != null) marked = put(marked, erase, withCell(marked[erase], cell, '.'));
  if (give != null) marked = put(marked, give, withCell(marked[give], cell, 'X'));
  return marked;
}
type CellMark = Pick<MarkedEvent, 'seat' | 'cell' | 'erase' | 'give'>;

function marked(match: Sixem, event: MarkedEvent): Sixem {
  const boards = withMark(match.boards, event);
  const to_mark = match.to_mark.filter((number) => number !== Number(event.cell[1]));
  const next: Sixem = { ...match, boards, to_mark, lines: boards.map((board) => linesOn(board).length) };
  return event.end ? roundEnded(next, event.end) : marking(next, event);
}

function roundEnded(match: Sixem, end: NonNullable<MarkedEvent['end']>): Sixem {
  const seats = match.boards.length;
  return {
    ...match,
    round: match.round + 1,
    phase: 'rolling',
    lines: end.lines,
    dice: repeat(seats, NO_DICE),
    stop: null,
    marker: null,
    choices: [],
    to_mark: [],
    tied: end.tied ?? [],
    go: end.go ?? 0,
  };
}

function withCell(board: readonly string[] = EMPTY_BOARD, cell: string, sign: string): readonly string[] {
  const row = COLOURS.findIndex((colour) => colour === cell[0]);
  const column = Number(cell[1]) - 1;
  const line = board[row] ?? '';
  return put(board, row, line.slice(0, column) + sign + line.slice(column + 1));
}

/** All lines of a board, each as its six cells: rows, columns, diagonals. */
export const LINES: readonly (readonly string[])[] = [
  ...COLOURS.map((colour) => [1, 2, 3, 4, 5, 6].map((number) => `${colour}${number}`)),
  ...[1, 2, 3, 4, 5, 6].map((number) => COLOURS.map((colour) => `${colour}${number}`)),
  COLOURS.map((colour, at) => `${colour}${at + 1}`),
  COLOURS.map((colour, at) => `${colour}${6 - at}`),
];

export function hasX(board: readonly string[], cell: string): boolean {
  const row = COLOURS.findIndex((colour) => colour === cell[0]);
  return board[row]?.[Number(cell[1]) - 1] === 'X';
}

/** The complete lines of a board. */
export function linesOn(board: readonly string[]): readonly (readonly string[])[] {
  return LINES.filter((line) => line.every((cell) => hasX(board, cell)));
}

/** Whether all six dice lie and show 1 to 6. */
export function showsOneToSix(dice: readonly number[] = NO_DICE): boolean {
  return new Set(dice.filter(Boolean)).size === 6;
}

/** The number that a choice marks; each is marked once. */
export const numberOf = (choice: Choice): number => Number(choice.cell[1]);

/** The event that a `mark` will cause, going by the offered choices; who marks next is left open. */
export function expectedMark(match: Sixem, command: MarkCommand, now: number): MarkedEvent | null {
  const chosen = match.choices.find((choice) => choice.die === command.die);
  if (!chosen || match.marker === null) return null;
  return {
    t: 'marked',
    at: now,
    round: match.round,
    seat: match.marker,
    die: chosen.die,
    cell: chosen.cell,
    erase: command.erase ?? null,
    give: command.give ?? null,
    marker: match.marker,
    choices: match.choices.filter((choice) => numberOf(choice) !== numberOf(chosen)),
  };
}

/** Those who still play in the order in which they mark: from the caller's left, the caller last. */
export function markingOrder(match: Sixem): readonly number[] {
  const seats = match.boards.length;
  const first = (match.stop ?? -1) + 1;
  const around = match.boards.map((_, step) => (first + step) % seats);
  return around.filter((seat) => plays(match, seat));
}

/** Whether a seat still plays: after a tie, only those tied do. */
export const plays = (match: Sixem, seat: number): boolean => match.tied.length === 0 || match.tied.includes(seat);
