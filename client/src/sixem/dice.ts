/** The dice of a seat and what can be done with them, and the ranking at the end. */

import { numberOf } from '../table/sixem';
import { COLOURS, NO_DICE, type Choice, type Colour, type Sixem } from '../table/table';

/** Milliseconds within which a second tap counts as the same one. */
export const DEBOUNCE = 200;

/** One of a seat's six dice. */
export interface HeldDie {
  colour: Colour;
  /** 0 while it is in hand or in the air. */
  face: number;
  flying: boolean;
}

export function diceOf(match: Sixem, seat: number): readonly HeldDie[] {
  const faces = match.dice[seat] ?? NO_DICE;
  const lands = match.lands[seat] ?? NO_DICE;
  return COLOURS.map((colour, at) => ({ colour, face: faces[at] ?? 0, flying: !!lands[at] }));
}

/** The dice that a throw takes: those not in the air and not kept. A die in hand cannot be kept. */
export function throwableDice(dice: readonly HeldDie[], kept: readonly Colour[]): string {
  const free = dice.filter((die) => !die.flying && !(die.face && kept.includes(die.colour)));
  return free.map((die) => die.colour).join('');
}

/** The kept dice after a tap on one. A die in hand cannot be kept; one in the air is kept when it lands. */
export function toggleKept(kept: readonly Colour[], die: HeldDie): readonly Colour[] {
  if (!die.face && !die.flying) return kept;
  return kept.includes(die.colour) ? kept.filter((other) => other !== die.colour) : [...kept, die.colour];
}

/** The marks that leave nothing to choose: only one die has the number, and nobody's X is at stake. */
export function unambiguousChoices(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(
    (choice) =>
      choice.erase.length + choice.give.length === 0 &&
      !choices.some((other) => other !== choice && numberOf(other) === numberOf(choice)),
  );
}

/** The seats at the end: the winner, then by lines; equals share a place. */
export function rankingOf(match: Sixem): readonly { seat: number; place: number; lines: number }[] {
  const worth = (seat: number): number => (seat === match.winner ? Infinity : (match.lines[seat] ?? 0));
  return match.boards
    .map((_, seat) => seat)
    .sort((one, other) => (worth(one) === worth(other) ? one - other : worth(other) - worth(one)))
    .map((seat) => ({
      seat,
      place: 1 + match.boards.filter((_, other) => worth(other) > worth(seat)).length,
      lines: match.lines[seat] ?? 0,
    }));
}
