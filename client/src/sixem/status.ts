/** Texts about the current state of a game of Sixem. */

import { plays } from '../table/sixem';
import type { Choice, Sixem } from '../table/table';
import { formatList, say } from '../text/translate.svelte';
import type { SixemController } from './controller.svelte';

/** Up to this round, a hint explains how to keep dice. */
const HINT_ROUNDS = 2;

/** The question of whose X goes, or who gets one. */
export const eraseQuestion = (choice: Choice): string =>
  choice.give.length > 0 ? say('round.whose_x_sweet') : say('round.whose_x');

/** What I should do, or what everybody waits for. */
export function statusText(
  match: Sixem,
  me: number | null,
  controller: SixemController,
  names: readonly string[],
): string {
  switch (match.phase) {
    case 'starting':
      if (controller.tie) return tieAtStart(controller.tie, names);
      return match.again > 0 && match.starts.every((face) => !face) ? say('round.roll_again') : say('round.who_spins');
    case 'spinning':
      if (match.spins === me) return say('round.you_spin');
      return say('round.they_spin', { name: names[match.spins ?? 0] ?? '' });
    case 'rolling':
      return raceText(match, me, controller);
    case 'last_throws':
      return say('round.last_throws');
    case 'marking':
      if (controller.marks.asked) return eraseQuestion(controller.marks.asked);
      if (controller.marking) return controller.choices.length > 0 ? say('round.you_mark') : say('round.you_marked');
      return say('round.they_mark', { name: names[match.marker ?? 0] ?? '' });
    case 'over':
      return '';
  }
}

function raceText(match: Sixem, me: number | null, controller: SixemController): string {
  if (me !== null && !plays(match, me)) return say('round.you_are_out');
  if (controller.counts && controller.rolling) return say('round.call_now');
  const lie = controller.rolling && !controller.flying && controller.dice.every((die) => die.face);
  return lie && controller.kept.length === 0 && match.round <= HINT_ROUNDS ? say('round.keep_how') : say('round.race');
}

/** Who tied for the highest starting roll. */
export function tieAtStart(rolled: readonly number[], names: readonly string[]): string {
  const number = Math.max(...rolled);
  const tied = names.filter((_, seat) => rolled[seat] === number);
  return say('round.tie_first', { names: formatList(tied), number });
}

/** Who plays on after a tie; empty if there was none. */
export function tieText(match: Sixem, me: number | null, names: readonly string[]): string {
  if (match.tied.length === 0) return '';
  const others = formatList(match.tied.filter((seat) => seat !== me).map((seat) => names[seat] ?? ''));
  const mine = me !== null && match.tied.includes(me);
  return say(mine ? 'round.tie_you' : 'round.tie_on', { names: others });
}

/** A note about a seat: out after a tie, or away. */
export function seatNote(match: Sixem, seat: number, away: Readonly<Record<string, number>> = {}): string {
  if (!plays(match, seat)) return say('round.out');
  return String(seat) in away ? say('game.away') : '';
}
