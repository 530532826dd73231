/** What one shows to others of a finished day: points and crosses, but no dice. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Colour } from '../table/table';

const SIGNS: Readonly<Record<Colour, string>> = { a: '🔴', b: '🔶', c: '🟨', d: '🟢', e: '🔷', f: '🟪' };
const EMPTY = '⬜';
/** Boxes in a third of a row. */
const THIRD = 4;
/** From so many crosses on, a third of a row is full of signs. */
const MANY = 3;

/** The number of crosses in each third of a row. */
export function thirdsOf(crosses: readonly string[], colour: Colour): readonly number[] {
  const places = inRow(crosses, colour).map(placeOf);
  return [1, 2, 3].map((third) => places.filter((place) => Math.ceil(place / THIRD) === third).length);
}

/** A row as signs, two for each third. */
export function signsOf(crosses: readonly string[], colour: Colour): string {
  const sign = SIGNS[colour];
  return thirdsOf(crosses, colour)
    .map((count) => (count >= MANY ? sign + sign : count > 0 ? sign + EMPTY : EMPTY + EMPTY))
    .join('');
}

/** Six lines: a row in each, and beside them what there is to say, as far as there is room; an address comes last. */
export function shareText(crosses: readonly string[], says: readonly string[], address: string): string {
  const beside = [...says.slice(0, COLOURS.length - 1)];
  return COLOURS.map((colour, at) => {
    const words = at === COLOURS.length - 1 ? address : (beside[at] ?? '');
    return `${signsOf(crosses, colour)} ${words}`.trimEnd();
  }).join('\n');
}
