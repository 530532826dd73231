/**
 * The steps of the lessons. A lesson runs at a real table; in Sixto with dice that are the same for everybody.
 *
 * A step is over when the table shows that it was done, or that the game has gone past it. No rules are needed.
 */

import type { Game } from '../route.svelte';
import type { Key } from '../text/catalogue';
import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Match, type Sixem, type Sixto } from '../table/table';
import { FIELD } from '../sixto/points';
import { TARGET_NEEDS } from '../wire/gameData';
import type { AnyEvent } from '../wire/messages';

export interface Step<M extends Match = Match> {
  says: Key;
  /** Whether it is over; `event` is the latest one. A step without this has a button to go on. */
  over?(match: M, me: number, event: AnyEvent | null): boolean;
  /** Which boxes to highlight. */
  shows?: 'target';
}

const later = (match: Sixto): boolean => match.turn > 1 || match.phase === 'over';
const half = (match: Sixto, me: number): number => match.half[me]?.length ?? 0;

/** Whether some row of mine has enough crosses for its target. */
const opened = (match: Sixto, me: number): boolean =>
  COLOURS.some((colour) => {
    const crosses = inRow(match.crosses[me] ?? [], colour).filter((box) => placeOf(box) <= FIELD);
    return crosses.length >= TARGET_NEEDS;
  });
const past = (match: Sixto): boolean => match.closed.length > 0 || match.phase === 'over';

const SIXTO: readonly Step<Sixto>[] = [
  { says: 'learn.sixto_roll', over: (match) => match.phase !== 'rolling' || later(match) },
  { says: 'learn.sixto_decide', over: (match) => match.phase === 'crossing' || later(match) },
  { says: 'learn.sixto_cross', over: (match, me) => half(match, me) > 0 || later(match) },
  { says: 'learn.sixto_uncross', over: (match, me, event) => mine(event, 'uncrossed', me) || later(match) },
  { says: 'learn.sixto_two', over: (match, me) => half(match, me) > 1 || later(match) },
  { says: 'learn.sixto_done', over: later },
  { says: 'learn.sixto_lost' },
  { says: 'learn.sixto_target', shows: 'target' },
  { says: 'learn.sixto_close', shows: 'target' },
  { says: 'learn.sixto_points' },
  { says: 'learn.sixto_again', over: (match) => match.turn > 2 || match.phase === 'over' },
  { says: 'learn.sixto_fill', over: (match, me) => opened(match, me) || past(match) },
  { says: 'learn.sixto_open', shows: 'target', over: past },
  { says: 'learn.sixto_closed', over: (match) => match.phase === 'over' },
];

const stopped = (match: Sixem): boolean => match.stop !== null || match.round > 1 || match.phase === 'over';
const thrown = (match: Sixem, me: number): boolean =>
  [...(match.dice[me] ?? []), ...(match.lands[me] ?? [])].some(Boolean) || stopped(match);
const marked = (match: Sixem, me: number): boolean =>
  match.round > 1 || match.phase === 'over' || (match.marker !== me && (match.boards[me] ?? []).join('').includes('X'));

const SIXEM: readonly Step<Sixem>[] = [
  { says: 'learn.sixem_first', over: (match) => match.phase !== 'starting' },
  { says: 'learn.sixem_spin', over: (match) => match.phase !== 'starting' && match.phase !== 'spinning' },
  { says: 'learn.sixem_throw', over: thrown },
  {
    says: 'learn.sixem_keep',
    over: (match, me, event) => (event?.t === 'thrown' && event.seat === me && event.dice.length < 6) || stopped(match),
  },
  { says: 'learn.sixem_stop', over: stopped },
  // The table waits until I have marked, so there is time to read.
  { says: 'learn.sixem_mark' },
  { says: 'learn.sixem_lines' },
  { says: 'learn.sixem_erase' },
  { says: 'learn.sixem_now', over: marked },
];

export const LESSONS: Readonly<Record<Game, readonly Step[]>> = { sixto: SIXTO, sixem: SIXEM };
export const ENDS = { sixto: 'learn.sixto_end', sixem: 'learn.sixem_end' } as const;

const mine = (event: AnyEvent | null, what: AnyEvent['t'], me: number): boolean =>
  event?.t === what && 'seat' in event && event.seat === me;

/** The current step; one beyond the last when the lesson is over. */
export function stepAfter(game: Game, at: number, match: Match, me: number, event: AnyEvent | null): number {
  const steps = LESSONS[game];
  let step = Math.min(at, steps.length);
  // An event ends one step only; the state of the table may end several.
  let unused = event;
  while (steps[step]?.over?.(match, me, unused)) {
    step += 1;
    unused = null;
  }
  return step;
}
