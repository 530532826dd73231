/** What a sheet shows at its edges: the points of each row and column, by the list that is printed on it. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Colour, type Sixto } from '../table/table';
import type { Gains } from '../wire/messages';
import { POINTS } from '../wire/printed';
import type { Paper } from './boxes';

/** Columns 1 to 9 score; what lies right of them is the target area. */
export const FIELD = 9;
/** The lines that are counted at the end: six rows, then nine columns. */
export const LINES = COLOURS.length + FIELD;

export interface SheetPoints {
  rows: readonly number[];
  columns: readonly number[];
  total: number;
}

const worth = (crosses: number): number => POINTS[crosses] ?? 0;
const inColumn = (boxes: readonly string[], place: number): number =>
  boxes.filter((box) => placeOf(box) === place).length;
export const sum = (points: readonly number[]): number => points.reduce((all, one) => all + one, 0);

export function pointsOf(boxes: readonly string[]): SheetPoints {
  const rows = COLOURS.map((colour) => worth(inRow(boxes, colour).length));
  const columns = Array.from({ length: FIELD }, (_, at) => worth(inColumn(boxes, at + 1)));
  return { rows, columns, total: sum(rows) + sum(columns) };
}

/**
 * What a cross in a legal box brings in its row and in its column. The server says it for the sheet as it was at the
 * roll. Half crosses of this turn in other rows change the column: its points, as they stand at the edge, tell by how much.
 */
export function gainsOf({ crosses, half, legal }: Pick<Paper, 'crosses' | 'half' | 'legal'>, box: string): Gains {
  const [row, column] = legal[box] ?? [0, 0];
  const place = placeOf(box);
  const others = half.filter((other) => other[0] !== box[0]);
  if (place > FIELD || inColumn(others, place) === 0) return [row, column];
  const points = (boxes: readonly string[]): number => pointsOf(boxes).columns[place - 1] ?? 0;
  const before = [...crosses, ...others];
  return [row, points([...before, box]) - points(before)];
}

/** A number with its sign, as a gain is written. */
export const signed = (number: number): string =>
  number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '±0';
/** A number of points: a loss has a real minus. */
export const plain = (number: number): string => (number < 0 ? `−${-number}` : String(number));

/** The points of the first lines only, as they are counted one after the other. */
export function counted(points: SheetPoints, lines: number): number {
  return sum([...points.rows, ...points.columns].slice(0, lines));
}

export interface Closing {
  colour: Colour;
  /** Who would close it with a half cross of this turn. */
  seats: readonly number[];
}

/** The colours that half crosses are about to close. Events announce it; the sheets show it after a reload, too. */
export function closingOf(match: Sixto): readonly Closing[] {
  const targets = (boxes: readonly string[], colour: Colour): number =>
    inRow(boxes, colour).filter((box) => placeOf(box) > FIELD).length;
  return COLOURS.flatMap((colour) => {
    const seats = match.half.flatMap((half, seat) =>
      targets(half, colour) > 0 && targets(match.crosses[seat] ?? [], colour) > 0 ? [seat] : [],
    );
    return seats.length > 0 ? [{ colour, seats }] : [];
  });
}

export interface Ranked {
  /** From 1; whoever shares a place has the same. */
  place: number;
  seat: number;
  rows: number;
  columns: number;
  total: number;
  crosses: number;
}

/** Who came where: by points, then by crosses. */
export function rankingOf(match: Sixto): readonly Ranked[] {
  const all = match.crosses.map((boxes, seat) => {
    const { rows, columns, total } = pointsOf(boxes);
    return { place: 0, seat, rows: sum(rows), columns: sum(columns), total, crosses: boxes.length };
  });
  const ahead = (one: Ranked, other: Ranked): boolean =>
    one.total > other.total || (one.total === other.total && one.crosses > other.crosses);
  return all
    .map((one) => ({ ...one, place: 1 + all.filter((other) => ahead(other, one)).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
