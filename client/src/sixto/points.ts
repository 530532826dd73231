/** What a sheet shows at its edges: the points of each row and column, by the list that is printed on it. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS } from '../table/table';
import { POINTS } from '../wire/printed';

/** Columns 1 to 9 score; what lies right of them is the target area. */
export const FIELD = 9;

export interface SheetPoints {
  rows: readonly number[];
  columns: readonly number[];
  total: number;
}

export function pointsOf(boxes: readonly string[]): SheetPoints {
  const worth = (crosses: number): number => POINTS[crosses] ?? 0;
  const rows = COLOURS.map((colour) => worth(inRow(boxes, colour).length));
  const columns = Array.from({ length: FIELD }, (_, at) =>
    worth(boxes.filter((box) => placeOf(box) === at + 1).length),
  );
  const total = [...rows, ...columns].reduce((sum, points) => sum + points, 0);
  return { rows, columns, total };
}
