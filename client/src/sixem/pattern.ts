/** A pattern as words and as a picture. */

import { formatList, say } from '../text/translate.svelte';

export const KINDS = ['horizontal', 'vertical', 'diagonal', 'any'] as const;
export type Kind = (typeof KINDS)[number];
export type Pattern = Readonly<Partial<Record<Kind, number>>>;

/** A line to draw: x1, y1, x2, y2 on a board of 6 by 6. */
export type Stroke = readonly [number, number, number, number];

export const patternText = (pattern: Pattern): string =>
  formatList(KINDS.flatMap((kind) => (pattern[kind] ? [say(`pattern.${kind}`, { count: pattern[kind] })] : [])));

/** For each kind, the strokes for none, one and two lines. */
const STROKES: Readonly<Record<Exclude<Kind, 'any'>, readonly (readonly Stroke[])[]>> = {
  horizontal: [[], [[0.4, 3, 5.6, 3]], [[0.4, 1.5, 5.6, 1.5], [0.4, 4.5, 5.6, 4.5]]],
  vertical: [[], [[3, 0.4, 3, 5.6]], [[1.5, 0.4, 1.5, 5.6], [4.5, 0.4, 4.5, 5.6]]],
  diagonal: [[], [[0.6, 0.6, 5.4, 5.4]], [[0.6, 0.6, 5.4, 5.4], [0.6, 5.4, 5.4, 0.6]]],
};

/** The strokes of a pattern's picture; lines of any kind are drawn as one of each. */
export function strokesOf(pattern: Pattern): readonly Stroke[] {
  const wanted = pattern.any ? { horizontal: 1, vertical: 1, diagonal: 2 } : pattern;
  return (['horizontal', 'vertical', 'diagonal'] as const).flatMap(
    (kind) => STROKES[kind][Math.min(wanted[kind] ?? 0, 2)] ?? [],
  );
}

/** The stroke through a complete line of a board, from the middle of its first cell to that of its last. */
export function strokeOf(line: readonly string[]): Stroke {
  const middle = (cell = 'a1'): [number, number] => [Number(cell[1]) - 0.5, 'abcdef'.indexOf(cell[0] ?? 'a') + 0.5];
  return [...middle(line[0]), ...middle(line[5])];
}
