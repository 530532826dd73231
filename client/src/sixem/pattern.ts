/** A pattern as words and as a picture. */

import { listed, say } from '../text/speech.svelte';

export const KINDS = ['horizontal', 'vertical', 'diagonal', 'any'] as const;
export type Kind = (typeof KINDS)[number];
export type Pattern = Readonly<Partial<Record<Kind, number>>>;

/** From here to there, on a board of 6 by 6. */
export type Stroke = readonly [number, number, number, number];

export const patternInWords = (pattern: Pattern): string =>
  listed(KINDS.flatMap((kind) => (pattern[kind] ? [say(`pattern.${kind}`, { count: pattern[kind] })] : [])));

/** One line of a kind stands in the middle, two stand apart. */
const STROKES: Readonly<Record<Exclude<Kind, 'any'>, readonly (readonly Stroke[])[]>> = {
  horizontal: [[], [[0.4, 3, 5.6, 3]], [[0.4, 1.5, 5.6, 1.5], [0.4, 4.5, 5.6, 4.5]]],
  vertical: [[], [[3, 0.4, 3, 5.6]], [[1.5, 0.4, 1.5, 5.6], [4.5, 0.4, 4.5, 5.6]]],
  diagonal: [[], [[0.6, 0.6, 5.4, 5.4]], [[0.6, 0.6, 5.4, 5.4], [0.6, 5.4, 5.4, 0.6]]],
};

/** A line of any kind: one of each, and the number tells how many. */
export function strokesOf(pattern: Pattern): readonly Stroke[] {
  const wanted = pattern.any ? { horizontal: 1, vertical: 1, diagonal: 2 } : pattern;
  return (['horizontal', 'vertical', 'diagonal'] as const).flatMap(
    (kind) => STROKES[kind][Math.min(wanted[kind] ?? 0, 2)] ?? [],
  );
}

/** A complete line of a board, from the middle of its first cell to that of its last. */
export function strokeOf(line: readonly string[]): Stroke {
  const middle = (cell = 'a1'): [number, number] => [Number(cell[1]) - 0.5, 'abcdef'.indexOf(cell[0] ?? 'a') + 0.5];
  return [...middle(line[0]), ...middle(line[5])];
}
