/**
 * What a lesson says, and when it goes on: by what stands on the real table, whatever the dice show.
 *
 * Nothing here knows a rule. A step is over when the table shows that it was done, or when it is past anyway.
 */

import type { Game } from '../route.svelte';
import type { Key } from '../text/sentences';
import type { Match, Sixem, Sixto } from '../table/table';
import type { AnyEvent } from '../wire/messages';

export interface Step<M extends Match = Match> {
  says: Key;
  /** Whether it is over; `heard` is what has just happened. Without it, somebody reads and goes on. */
  over?(match: M, me: number, heard: AnyEvent | null): boolean;
  /** Boxes to look at, by where their names end. */
  shows?: 'target';
}

const later = (match: Sixto): boolean => match.turn > 1 || match.phase === 'over';
const half = (match: Sixto, me: number): number => match.half[me]?.length ?? 0;

const SIXTO: readonly Step<Sixto>[] = [
  { says: 'learn.sixto_roll', over: (match) => match.phase !== 'rolling' || later(match) },
  { says: 'learn.sixto_decide', over: (match) => match.phase === 'crossing' || later(match) },
  { says: 'learn.sixto_cross', over: (match, me) => half(match, me) > 0 || later(match) },
  { says: 'learn.sixto_uncross', over: (match, me, heard) => mine(heard, 'uncrossed', me) || later(match) },
  { says: 'learn.sixto_two', over: (match, me) => half(match, me) > 1 || later(match) },
  { says: 'learn.sixto_done', over: later },
  { says: 'learn.sixto_lost' },
  { says: 'learn.sixto_target', shows: 'target' },
  { says: 'learn.sixto_close', shows: 'target' },
  { says: 'learn.sixto_points' },
  { says: 'learn.sixto_again', over: (match) => match.turn > 2 || match.phase === 'over' },
];

const stopped = (match: Sixem): boolean => match.stop !== null || match.round > 1 || match.phase === 'over';
const thrown = (match: Sixem, me: number): boolean =>
  [...(match.dice[me] ?? []), ...(match.lands[me] ?? [])].some(Boolean) || stopped(match);
const marked = (match: Sixem, me: number): boolean =>
  match.round > 1 || match.phase === 'over' || (match.marker !== me && (match.boards[me] ?? []).join('').includes('X'));

const SIXEM: readonly Step<Sixem>[] = [
  { says: 'learn.sixem_first', over: (match, me) => !!match.starts[me] || match.phase !== 'starting' },
  { says: 'learn.sixem_spin', over: (match) => match.phase !== 'starting' && match.phase !== 'spinning' },
  { says: 'learn.sixem_throw', over: thrown },
  {
    says: 'learn.sixem_keep',
    over: (match, me, heard) => (heard?.t === 'thrown' && heard.seat === me && heard.dice.length < 6) || stopped(match),
  },
  { says: 'learn.sixem_stop', over: stopped },
  // Nobody goes on before I have marked: there is time to read.
  { says: 'learn.sixem_mark' },
  { says: 'learn.sixem_lines' },
  { says: 'learn.sixem_erase' },
  { says: 'learn.sixem_now', over: marked },
];

export const LESSONS: Readonly<Record<Game, readonly Step[]>> = { sixto: SIXTO, sixem: SIXEM };
export const ENDS = { sixto: 'learn.sixto_end', sixem: 'learn.sixem_end' } as const;

const mine = (heard: AnyEvent | null, what: AnyEvent['t'], me: number): boolean =>
  heard?.t === what && 'seat' in heard && heard.seat === me;

/** The step to be at now; one beyond the last when the lesson is over. */
export function stepAfter(game: Game, at: number, match: Match, me: number, heard: AnyEvent | null): number {
  const steps = LESSONS[game];
  let step = Math.min(at, steps.length);
  // An event ends one step only; what the table shows may end several.
  let news = heard;
  while (steps[step]?.over?.(match, me, news)) {
    step += 1;
    news = null;
  }
  return step;
}
