/** The points of a sheet: of each row and column, by the list printed on it, and how players rank. */

import { inRow, placeOf } from '../table/sixto';
import { COLOURS, type Colour, type Sixto } from '../table/table';
import type { Gains } from '../wire/messages';
import { POINTS } from '../wire/gameData';
import type { SheetState } from './boxes';

/** The number of columns that score; the target area is to the right of them. */
export const FIELD = 9;
/** How many lines are counted at the end: six rows, then nine columns. */
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
 * What a cross in a legal box gains in its row and in its column. The server sends this for the sheet as it was at the
 * roll. Half crosses of this turn in the same column change the column's gain, so that one is read from its points.
 */
export function gainsOf({ crosses, half, legal }: Pick<SheetState, 'crosses' | 'half' | 'legal'>, box: string): Gains {
  const [row, column] = legal[box] ?? [0, 0];
  const place = placeOf(box);
  const others = half.filter((other) => other[0] !== box[0]);
  if (place > FIELD || inColumn(others, place) === 0) return [row, column];
  const points = (boxes: readonly string[]): number => pointsOf(boxes).columns[place - 1] ?? 0;
  const before = [...crosses, ...others];
  return [row, points([...before, box]) - points(before)];
}

/** A gain with its sign. */
export const formatGain = (number: number): string =>
  number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '±0';
/** A number of points, with a real minus sign. */
export const formatPoints = (number: number): string => (number < 0 ? `−${-number}` : String(number));

/** The points of the first lines, while they are counted one by one. */
export function pointsOfLines(points: SheetPoints, lines: number): number {
  return sum([...points.rows, ...points.columns].slice(0, lines));
}

export interface Closing {
  colour: Colour;
  /** The seats whose half cross would close it. */
  seats: readonly number[];
}

/** The colours that half crosses are about to close. Events say so, too, but not after a reload. */
export function closingColours(match: Sixto): readonly Closing[] {
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
  /** From 1; equal players share a place. */
  place: number;
  seat: number;
  rows: number;
  columns: number;
  /** With the head start. */
  total: number;
  crosses: number;
  /** What they had before their first cross. */
  headStart: number;
}

/** The players ranked by points, then by crosses; where some had a head start, by points with it alone. */
export function rankingOf({ crosses, head_starts: ahead = [] }: Pick<Sixto, 'crosses'> & Partial<Sixto>): readonly Ranked[] {
  const all = crosses.map((boxes, seat) => {
    const { rows, columns, total } = pointsOf(boxes);
    const headStart = ahead[seat] ?? 0;
    return { place: 0, seat, rows: sum(rows), columns: sum(columns), total: total + headStart, crosses: boxes.length, headStart };
  });
  const leads = (one: Ranked, other: Ranked): boolean =>
    one.total > other.total || (one.total === other.total && !ahead.length && one.crosses > other.crosses);
  return all
    .map((one) => ({ ...one, place: 1 + all.filter((other) => leads(other, one)).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
