/** The dice of a seat and what can be done with them, and the ranking at the end. */

import { hasX, numberOf } from '../table/sixem';
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

/** The kept dice after a tap on one: it takes the place of another with its number. One in the air is kept when it lands. */
export function toggleKept(kept: readonly Colour[], die: HeldDie, dice: readonly HeldDie[]): readonly Colour[] {
  if (!die.face && !die.flying) return kept;
  if (kept.includes(die.colour)) return kept.filter((other) => other !== die.colour);
  return oneOfEach([die.colour, ...kept], dice);
}

const faceOf = (dice: readonly HeldDie[], colour: Colour): number => dice.find((die) => die.colour === colour)?.face ?? 0;

/** Of kept dice with the same number only the first. */
export function oneOfEach(kept: readonly Colour[], dice: readonly HeldDie[]): readonly Colour[] {
  return kept.filter((colour, at) => {
    const face = faceOf(dice, colour);
    return !face || !kept.slice(0, at).some((other) => faceOf(dice, other) === face);
  });
}

/** The kept dice, and for each missing number one that shows it: rather one whose cell has no X. */
export function keepMissing(
  kept: readonly Colour[],
  dice: readonly HeldDie[],
  board: readonly string[],
): readonly Colour[] {
  const free = ({ colour, face }: HeldDie): number => (hasX(board, `${colour}${face}`) ? 1 : 0);
  const lying = dice.filter((die) => die.face).sort((one, other) => free(one) - free(other));
  return oneOfEach([...kept, ...lying.map((die) => die.colour).filter((colour) => !kept.includes(colour))], dice);
}

/** For each number from 1 to 6 the kept die that shows it. */
export const railOf = (dice: readonly HeldDie[], kept: readonly Colour[]): readonly (HeldDie | undefined)[] =>
  [1, 2, 3, 4, 5, 6].map((number) => dice.find((die) => die.face === number && kept.includes(die.colour)));

/** The different numbers that dice show. */
export const numbersOn = (faces: readonly number[]): ReadonlySet<number> => new Set(faces.filter(Boolean));

/** The cells that dice point at. */
export const cellsOf = (dice: readonly HeldDie[]): readonly string[] =>
  dice.flatMap(({ colour, face }) => (face ? [`${colour}${face}`] : []));

/** The marks that leave nothing to choose: only one die has the number, and nobody's X is at stake. */
export function unambiguousChoices(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(
    (choice) =>
      choice.erase.length + choice.give.length === 0 &&
      !choices.some((other) => other !== choice && numberOf(other) === numberOf(choice)),
  );
}

/** The seats at the end: the winner, then by lines; equals share a place. */
export function rankingOf(match: Pick<Sixem, 'boards' | 'lines' | 'winner'>): readonly { seat: number; place: number; lines: number }[] {
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
