/** The picture of a finished day: a column for each turn, with the shapes of the dice that were used. */

import { rounded, type Part, type Size } from '../study/picture';
import { COLOURS } from '../table/table';
import { SHAPES } from '../ui/shapes';
import type { DayGame } from './games';

export const SIZE: Size = { width: 640, height: 400 };
const [LEFT, TOP, DOWN] = [40, 100, 42];
/** The widest a column may be. */
const WIDEST = 46;

export function dayDrawing(turns: DayGame['turns'], title: string, says: string): readonly Part[] {
  const across = Math.min(WIDEST, (SIZE.width - 2 * LEFT) / Math.max(turns.length, 1));
  const scale = (0.8 * Math.min(across, DOWN)) / 16;
  const begin = (SIZE.width - across * turns.length) / 2;
  const shapes = COLOURS.flatMap((colour, row) =>
    turns.map((turn, column): Part => {
      const [x, y] = [begin + (column + 0.5) * across, TOP + (row + 0.5) * DOWN];
      const used = turn.some((box) => box.startsWith(colour));
      if (!used) return { x: x - 3, y: y - 3, d: rounded(6, 6, 3), fill: 'line' };
      return { x: x - 8 * scale, y: y - 8 * scale, scale, d: SHAPES[colour], fill: `fill-${colour}` };
    }),
  );
  return [
    { x: 0, y: 0, d: rounded(SIZE.width, SIZE.height, 0), fill: 'ground' },
    { x: 12, y: 12, d: rounded(SIZE.width - 24, SIZE.height - 24, 14), fill: 'paper' },
    { x: SIZE.width / 2, y: 66, text: title, size: 34, fill: 'ink' },
    ...shapes,
    { x: SIZE.width / 2, y: SIZE.height - 28, text: says, size: 20, fill: 'soft' },
  ];
}
