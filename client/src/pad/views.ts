/** A score pad as the components of the games show it: a turn in which everybody crosses, or a finished game. */

import type { SixemPad, SixtoPad } from '../table/pad';
import { placeOf } from '../table/sixto';
import { choiceOf, COLOURS, NO_DICE, repeat, type Choice, type Colour, type Sixem, type Sixto, type Table } from '../table/table';
import { say } from '../text/translate.svelte';
import { pointsOf } from '../sixto/points';
import type { Gains } from '../wire/messages';

/** The table with a name on every sheet. */
export function withNames(table: Table): Table {
  const seats = table.seats.map((seat, at) =>
    seat && !seat.name ? { ...seat, name: say('pad.player', { number: at + 1 }) } : seat,
  );
  return { ...table, seats };
}

/** A score pad of Sixto as a turn of crossing, or as a finished game. */
export function asSixto({ board, sheets, over, winners }: SixtoPad): Sixto {
  const seats = sheets.length;
  return {
    ...{ turn: board.turn, active: board.active, crosses: board.crosses, half: board.half, closed: board.closed },
    ...{ scores: board.scores, dice: board.dice, ends: board.ends, game: 'sixto', sheets, winners },
    phase: over ? 'over' : 'crossing',
    legal: board.legal.map((_, seat) => legalOf(board, seat)),
    ...{ done: [], asked: repeat(seats, []), covered: [], due: 0, head_starts: [] },
  };
}

/** The boxes of a seat that may be crossed, with what they bring. */
export function legalOf(board: SixtoPad['board'], seat: number): Readonly<Record<string, Gains>> {
  const crosses = board.crosses[seat] ?? [];
  const before = pointsOf(crosses);
  const found: Record<string, Gains> = {};
  COLOURS.forEach((colour, row) => {
    const places = board.legal[seat]?.[row] ?? 0;
    for (let place = 1; place <= 12; place += 1) {
      if (!((places >> place) & 1)) continue;
      const box = `${colour}${place}`;
      const after = pointsOf([...crosses, box]);
      const inColumn = (after.columns[place - 1] ?? 0) - (before.columns[place - 1] ?? 0);
      found[box] = [(after.rows[row] ?? 0) - (before.rows[row] ?? 0), inColumn];
    }
  });
  return found;
}

/** The boxes of a seat that were crossed against a rule, also in this turn. */
export function forcedBoxes(board: SixtoPad['board'], seat: number): readonly string[] {
  const legal = legalOf(board, seat);
  return [...(board.forced[seat] ?? []), ...(board.half[seat] ?? []).filter((box) => !(box in legal))];
}

export const boxText = (box: string): string =>
  say('pad.box', { colour: say(`colour.${box[0] as Colour}`), place: placeOf(box) });
export const cellText = (cell: string): string =>
  say('pad.cell', { colour: say(`colour.${cell[0] as Colour}`), number: cell[1] ?? '' });

/** A finished score pad of Sixem as its game. */
export function asSixem({ board, winners }: SixemPad): Sixem {
  const seats = board.boards.length;
  return {
    ...{ game: 'sixem', phase: 'over', now: 0, round: board.round, pattern: board.pattern, boards: board.boards },
    ...{ lines: board.lines, tied: board.tied, winner: winners[0] ?? null },
    ...{ starts: repeat(seats, 0), dice: repeat(seats, NO_DICE), lands: repeat(seats, NO_DICE), pauses: repeat(seats, 0) },
    ...{ again: 0, spins: null, go: 0, stop: null, marker: null, choices: [], to_mark: [], due: 0 },
  };
}

/** The cells that a seat may mark, and what it may do to others there. */
export function choicesOf(board: SixemPad['board'], seat: number): readonly Choice[] {
  const { legal, erase = {}, give = {} } = board.cells[seat] ?? { legal: [] };
  return COLOURS.flatMap((die, row) =>
    [1, 2, 3, 4, 5, 6]
      .filter((number) => ((legal[row] ?? 0) >> number) & 1)
      .map((number) => `${die}${number}`)
      .map((cell) => choiceOf({ die, cell, erase: erase[cell] ?? [], give: give[cell] ?? [] })),
  );
}
