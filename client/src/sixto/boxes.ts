/** The boxes of a sheet as they are drawn and labelled: crossed, legal, out of reach. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Colour } from '../table/table';
import { say } from '../text/translate.svelte';
import type { Gains, SheetRows } from '../wire/messages';
import { TARGET_NEEDS } from '../wire/gameData';
import { FIELD, formatGain, gainsOf } from './points';

/** A sheet and what may be done on it. */
export interface SheetState {
  rows: SheetRows;
  crosses: readonly string[];
  half: readonly string[];
  /** The boxes that may be crossed now, with their gains as of the roll. */
  legal: Readonly<Record<string, Gains>>;
  closed: readonly string[];
  /** While a position is set up: the boxes that can be tapped, whatever is legal. */
  free?: ((box: string) => boolean) | undefined;
  /** A tap on a box that cannot be crossed says why: its neighbours do not take it. */
  exact?: boolean | undefined;
}

export interface Box {
  box: string;
  number: number;
  place: number;
  crossed: boolean;
  halved: boolean;
  legal: boolean;
  /** It can be tapped. */
  can: boolean;
  /** In the target area, which the row has not opened yet. */
  locked: boolean;
  /** It can never be crossed again. */
  gone: boolean;
  /** Whether its neighbours take taps, too: then neither may take the gap between them. */
  left: boolean;
  right: boolean;
}

/** All boxes, row by row. With `tappable` false, none can be tapped. */
export function boxesOf(sheet: SheetState, tappable: boolean): readonly (readonly Box[])[] {
  const { rows, crosses, half, legal, closed, free, exact = false } = sheet;
  const open = (box: string): boolean => box in legal && !crosses.includes(box) && !half.includes(box);
  const can = (box: string): boolean => tappable && (free ? free(box) : half.includes(box) || open(box));
  return COLOURS.map((colour, at) => {
    const locked = inRow(crosses, colour).filter((box) => placeOf(box) <= FIELD).length < TARGET_NEEDS;
    const last = Math.max(0, ...inRow([...crosses, ...half], colour).map(placeOf));
    return (rows[at] ?? []).map((number, index) => {
      const place = index + 1;
      const box = `${colour}${place}`;
      const [crossed, halved, legal] = [crosses.includes(box), half.includes(box), open(box)];
      const over = place < last || closed.includes(colour);
      return {
        ...{ box, number, place, crossed, halved, legal },
        can: can(box),
        locked: locked && place > FIELD,
        gone: !crossed && !halved && !legal && over,
        left: exact || can(`${colour}${place - 1}`),
        right: exact || can(`${colour}${place + 1}`),
      };
    });
  });
}

/** The label of a box for screen readers. */
export function boxLabel(sheet: SheetState, { box, place, number, crossed, halved, legal, gone }: Box): string {
  const words = [say('game.box', { colour: say(`colour.${box[0] as Colour}`), place, number })];
  if (crossed) words.push(say('game.box_crossed'));
  else if (halved) words.push(say('game.box_half'));
  else if (legal) words.push(gainText(sheet, box));
  else if (gone && sheet.closed.includes(box.slice(0, 1))) words.push(say('game.box_closed'));
  return words.join(', ');
}

/** What a cross gains, in words. */
export function gainText(sheet: SheetState, box: string): string {
  const [row, column] = gainsOf(sheet, box);
  return say('game.box_legal', { row: formatGain(row), column: formatGain(column) });
}
