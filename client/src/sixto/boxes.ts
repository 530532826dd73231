/** The boxes of a sheet as they are drawn and described: crossed, legal, passed. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Colour } from '../table/table';
import { say } from '../text/speech.svelte';
import type { Gains, SheetRows } from '../wire/messages';
import { gainsOf, signed } from './points';

/** What is known of a sheet. */
export interface Paper {
  rows: SheetRows;
  crosses: readonly string[];
  half: readonly string[];
  /** The boxes that may be crossed now. */
  legal: Readonly<Record<string, Gains>>;
  closed: readonly string[];
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
  /** It can never be crossed any more. */
  gone: boolean;
  /** Its neighbours can be tapped, too: each keeps its half of the room between them. */
  left: boolean;
  right: boolean;
}

/** All boxes, row by row; where nothing can be `tapped`, none can. */
export function boxesOf({ rows, crosses, half, legal, closed }: Paper, tapped: boolean): readonly (readonly Box[])[] {
  const open = (box: string): boolean => box in legal && !crosses.includes(box) && !half.includes(box);
  const can = (box: string): boolean => tapped && (half.includes(box) || open(box));
  return COLOURS.map((colour, at) => {
    const last = Math.max(0, ...inRow([...crosses, ...half], colour).map(placeOf));
    return (rows[at] ?? []).map((number, index) => {
      const place = index + 1;
      const box = `${colour}${place}`;
      const [crossed, halved, legal] = [crosses.includes(box), half.includes(box), open(box)];
      const over = place < last || closed.includes(colour);
      return {
        ...{ box, number, place, crossed, halved, legal },
        can: can(box),
        gone: !crossed && !halved && !legal && over,
        left: can(`${colour}${place - 1}`),
        right: can(`${colour}${place + 1}`),
      };
    });
  });
}

/** A box for ears. */
export function described(paper: Paper, { box, place, number, crossed, halved, legal, gone }: Box): string {
  const words = [say('game.box', { colour: say(`colour.${box[0] as Colour}`), place, number })];
  if (crossed) words.push(say('game.box_crossed'));
  else if (halved) words.push(say('game.box_half'));
  else if (legal) words.push(gainInWords(paper, box));
  else if (gone && paper.closed.includes(box.slice(0, 1))) words.push(say('game.box_closed'));
  return words.join(', ');
}

/** What a cross brings, in words. */
export function gainInWords(paper: Paper, box: string): string {
  const [row, column] = gainsOf(paper, box);
  return say('game.box_legal', { row: signed(row), column: signed(column) });
}
