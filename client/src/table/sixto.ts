/** The fold of events in a game of Sixto, and reading its boxes. */

import type { AnyEvent, SaidDoneEvent, StartedEvent } from '../wire/messages';
import { repeat, NO_DICE, put, type Sixto } from './table';

export function beginSixto(event: StartedEvent): Sixto {
  const seats = event.seats.length;
  return {
    game: 'sixto',
    turn: 1,
    active: 0,
    phase: 'rolling',
    sheets: event.sheets ?? [],
    crosses: repeat(seats, []),
    half: repeat(seats, []),
    closed: [],
    scores: repeat(seats, 0),
    dice: NO_DICE,
    legal: [],
    done: [],
    asked: repeat(seats, []),
    covered: [],
    ends: [],
    winners: [],
    due: event.due ?? 0,
    head_starts: event.head_starts ?? [],
  };
}

export function afterSixto(match: Sixto, event: AnyEvent): Sixto {
  const next = step(match, event);
  return event.due ? { ...next, due: event.due } : next;
}

function step(match: Sixto, event: AnyEvent): Sixto {
  switch (event.t) {
    case 'rolled': {
      const phase = event.second ? 'crossing' : 'deciding';
      const covered = event.second ? [] : match.covered;
      return { ...match, phase, dice: event.dice, legal: event.legal, covered };
    }
    case 'kept':
      return { ...match, phase: 'crossing', covered: [] };
    case 'crossed': {
      const colour = event.box.slice(0, 1);
      const asked = event.asked ?? [];
      return {
        ...withHalf(match, event.seat, (half) => [...half.filter((box) => box[0] !== colour), event.box]),
        done: match.done.filter((seat) => !asked.includes(seat)),
        asked: match.asked.map((before, seat) =>
          asked.includes(seat) ? [...new Set([...before, colour])].sort() : before,
        ),
      };
    }
    case 'uncrossed':
      return withHalf(match, event.seat, (half) => half.filter((box) => box !== event.box));
    case 'done': {
      const done = [...match.done, event.seat].sort((one, other) => one - other);
      return event.end ? turnEnded(match, event.end) : { ...match, done };
    }
    case 'undone':
      return { ...match, done: match.done.filter((seat) => seat !== event.seat) };
    case 'covered': {
      const others = match.covered.filter((seat) => seat !== event.seat);
      return { ...match, covered: event.on ? [...others, event.seat].sort() : others };
    }
    case 'ended': {
      const ends = (event.result['ends'] ?? []) as readonly string[];
      return { ...match, phase: 'over', ends, winners: event.winners, due: 0 };
    }
    default:
      return match;
  }
}

function turnEnded(match: Sixto, end: NonNullable<SaidDoneEvent['end']>): Sixto {
  const seats = match.sheets.length;
  return {
    ...match,
    turn: match.turn + 1,
    active: end.active,
    phase: 'rolling',
    crosses: match.crosses.map((crosses, seat) => inOrder([...crosses, ...(match.half[seat] ?? [])])),
    half: repeat(seats, []),
    closed: [...match.closed, ...end.closed].sort(),
    scores: end.scores,
    dice: NO_DICE,
    legal: [],
    done: [],
    asked: repeat(seats, []),
    covered: [],
  };
}

function withHalf(match: Sixto, seat: number, change: (half: readonly string[]) => string[]): Sixto {
  return { ...match, half: put(match.half, seat, inOrder(change(match.half[seat] ?? []))) };
}

/** Boxes sorted row by row, from the left. */
function inOrder(boxes: readonly string[]): readonly string[] {
  return [...boxes].sort(
    (one, other) => one.charCodeAt(0) - other.charCodeAt(0) || placeOf(one) - placeOf(other),
  );
}

/** The place of a box in its row, from 1. */
export const placeOf = (box: string): number => Number(box.slice(1));

/** The boxes of one row. */
export const inRow = (boxes: readonly string[], colour: string): readonly string[] =>
  boxes.filter((box) => box[0] === colour);

/** The half crosses of a seat. */
export const halfOf = (match: Sixto, seat: number): readonly string[] => match.half[seat]?.length ? match.half[seat] : NONE;
/** Always the same, so that a sheet without half crosses is not drawn again. */
const NONE: readonly string[] = [];
