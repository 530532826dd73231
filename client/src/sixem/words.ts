/** What there is to say about a game of Sixem at this moment. */

import { plays } from '../table/sixem';
import type { Choice, Sixem } from '../table/table';
import { listed, say } from '../text/speech.svelte';
import type { Playing } from './playing.svelte';

/** In these rounds it is still told how dice are kept. */
const LEARNING = 2;

export const deedInWords = (choice: Choice): string =>
  choice.give.length > 0 ? say('round.whose_x_sweet') : say('round.whose_x');

/** What all wait for, or what I should do. */
export function statusOf(match: Sixem, me: number | null, my: Playing, names: readonly string[]): string {
  switch (match.phase) {
    case 'starting':
      return match.again > 0 && match.starts.every((face) => !face) ? say('round.roll_again') : say('round.who_spins');
    case 'spinning':
      if (match.spins === me) return say('round.you_spin');
      return say('round.they_spin', { name: names[match.spins ?? 0] ?? '' });
    case 'rolling':
      return race(match, me, my);
    case 'last_throws':
      return say('round.last_throws');
    case 'marking':
      if (my.choice) return deedInWords(my.choice);
      if (my.marking) return my.choices.length > 0 ? say('round.you_mark') : say('round.you_marked');
      return say('round.they_mark', { name: names[match.marker ?? 0] ?? '' });
    case 'over':
      return '';
  }
}

function race(match: Sixem, me: number | null, my: Playing): string {
  if (me !== null && !plays(match, me)) return say('round.you_are_out');
  if (my.counts && my.rolling) return say('round.call_now');
  const lie = my.rolling && !my.flying && my.dice.every((die) => die.face);
  return lie && my.kept.length === 0 && match.round <= LEARNING ? say('round.keep_how') : say('round.race');
}

/** Who plays on after a tie; empty if there is none. */
export function tieOf(match: Sixem, me: number | null, names: readonly string[]): string {
  if (match.tied.length === 0) return '';
  const others = listed(match.tied.filter((seat) => seat !== me).map((seat) => names[seat] ?? ''));
  const mine = me !== null && match.tied.includes(me);
  return say(mine ? 'round.tie_you' : 'round.tie_on', { names: others });
}

/** A word about somebody: out after a tie, or not here. */
export function wordAbout(match: Sixem, seat: number, away: Readonly<Record<string, number>> = {}): string {
  if (!plays(match, seat)) return say('round.out');
  return String(seat) in away ? say('lobby.away') : '';
}
