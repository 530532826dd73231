/** My six dice and what can be done with them: at a glance, without any rule. */

import { numberOf } from '../table/sixem';
import { COLOURS, NO_DICE, type Choice, type Colour, type Sixem } from '../table/table';

/** Milliseconds within which a second tap is the same tap: fingers bounce. */
export const BOUNCE = 200;

/** The dice of a seat, one by one. */
export interface HeldDie {
  colour: Colour;
  /** 0 for one that shows nothing. */
  face: number;
  flying: boolean;
}

export function diceOf(match: Sixem, seat: number): readonly HeldDie[] {
  const faces = match.dice[seat] ?? NO_DICE;
  const lands = match.lands[seat] ?? NO_DICE;
  return COLOURS.map((colour, at) => ({ colour, face: faces[at] ?? 0, flying: !!lands[at] }));
}

/** What a throw takes: all that is not in the air and not kept. A die that shows nothing cannot be kept. */
export function toThrow(dice: readonly HeldDie[], kept: readonly Colour[]): string {
  const free = dice.filter((die) => !die.flying && !(die.face && kept.includes(die.colour)));
  return free.map((die) => die.colour).join('');
}

/** A tap on a die: keep it, or let it go. One in hand has to be thrown first; one in the air is kept as it lands. */
export function afterTap(kept: readonly Colour[], die: HeldDie): readonly Colour[] {
  if (!die.face && !die.flying) return kept;
  return kept.includes(die.colour) ? kept.filter((other) => other !== die.colour) : [...kept, die.colour];
}

/** The marks about which there is nothing to choose: one die of its number, and nobody's X at stake. */
export function plainOf(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(
    (choice) =>
      choice.erase.length + choice.give.length === 0 &&
      !choices.some((other) => other !== choice && numberOf(other) === numberOf(choice)),
  );
}

/** The seats as they stand at the end: the winner, then by lines; those with as many share a place. */
export function ranked(match: Sixem): readonly { seat: number; place: number; lines: number }[] {
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
