/** A sheet of a position as a drawing: paths and texts, which become SVG on the page and PNG on a canvas. */

import { COLOURS } from '../table/table';
import { formatPoints, pointsOf, FIELD } from '../sixto/points';
import type { Position } from '../sixto/positionLink';
import { DRAWINGS } from '../ui/pencil';
import { pipsOf } from '../ui/pips';
import { SHAPES } from '../ui/shapes';

/** Colours are names of tokens, without their dashes. */
export interface Part {
  x: number;
  y: number;
  scale?: number;
  /** A path, or else a text, whose middle is at x and whose base line is at y. */
  d?: string;
  text?: string;
  size?: number;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
}

export interface Size {
  width: number;
  height: number;
}

export const [WIDTH, HEIGHT] = [640, 470];
export const SHEET_SIZE: Size = { width: WIDTH, height: HEIGHT };
const [LEFT, TOP, ACROSS, DOWN] = [34, 108, 44, 52];
const [BOX_WIDE, BOX_HIGH] = [40, 46];
/** The distance between field and target. */
const GAP = 8;
const DIE = 50;

export const rounded = (wide: number, high: number, r: number): string =>
  `M${r} 0h${wide - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${high - 2 * r}a${r} ${r} 0 0 1-${r} ${r}h${2 * r - wide}a${r} ${r} 0 0 1-${r}-${r}V${r}a${r} ${r} 0 0 1 ${r}-${r}z`;

export function drawingOf(position: Position, seat: number): readonly Part[] {
  return [
    { x: 0, y: 0, d: rounded(WIDTH, HEIGHT, 0), fill: 'ground' },
    { x: 8, y: 8, d: rounded(WIDTH - 16, 84, 14), fill: 'felt' },
    ...diceParts(position),
    { x: 8, y: 98, d: rounded(WIDTH - 16, HEIGHT - 106, 10), fill: 'paper' },
    ...COLOURS.flatMap((_, row) => rowParts(position, seat, row)),
  ];
}

function diceParts({ dice, phase }: Position): readonly Part[] {
  return COLOURS.flatMap((colour, at): Part[] => {
    const [x, y] = [WIDTH / 2 + (at - 3) * 88 + (88 - DIE) / 2, 50 - DIE / 2];
    const face = phase === 'rolling' ? 0 : (dice[at] ?? 0);
    if (!face) return [{ x: x + 9, y: y + 9, scale: 2, d: SHAPES[colour], stroke: 'stitch', width: 1.1 }];
    return [
      { x, y: y + 3, d: rounded(DIE, DIE, 11), fill: `side-${colour}` },
      { x, y, d: rounded(DIE, DIE, 11), fill: `fill-${colour}` },
      { x, y, scale: DIE / 90, d: pipsOf(colour, face), fill: `on-${colour}` },
    ];
  });
}

function rowParts({ sheets, crosses }: Position, seat: number, row: number): readonly Part[] {
  const colour = COLOURS[row] ?? 'a';
  const boxes = crosses[seat] ?? [];
  const y = TOP + row * DOWN;
  const cells = (sheets[seat]?.[row] ?? []).flatMap((number, index): Part[] => {
    const place = index + 1;
    const x = LEFT + index * ACROSS + (place > FIELD ? GAP : 0);
    const crossed = boxes.includes(`${colour}${place}`);
    const [first, second] = DRAWINGS.tall[(place + row) % 6] ?? [];
    const strokes = crossed ? [first, second].map((stroke) => stroke?.[0] ?? '') : [];
    return [
      { x, y, d: rounded(BOX_WIDE, BOX_HIGH, 6), fill: `${crossed ? 'wash' : place > FIELD ? 'target' : 'tint'}-${colour}` },
      { x: x + BOX_WIDE / 2, y: y + 30, text: String(number), size: 21, fill: `ink-${colour}`, opacity: crossed ? 0.25 : 1 },
      ...strokes.map((d) => ({ x: x + 4, y: y + 2, scale: 1.25, d, stroke: 'pencil', width: 2.4 })),
    ];
  });
  const points = pointsOf(boxes);
  return [
    { x: 14, y, d: rounded(16, BOX_HIGH, 5), fill: `fill-${colour}` },
    { x: 16, y: y + 17, scale: 0.75, d: SHAPES[colour], fill: `on-${colour}` },
    ...cells,
    { x: WIDTH - 34, y: y + 30, text: formatPoints(points.rows[row] ?? 0), size: 19, fill: 'ink' },
    ...(row === 5 ? totalParts(points.columns, points.total) : []),
  ];
}

function totalParts(columns: readonly number[], total: number): readonly Part[] {
  const y = TOP + 6 * DOWN + 22;
  return [
    ...columns.map((points, at) => ({
      ...{ x: LEFT + at * ACROSS + BOX_WIDE / 2, y, text: formatPoints(points), size: 16, fill: 'soft' },
    })),
    { x: WIDTH - 34, y, text: formatPoints(total), size: 22, fill: 'ink' },
  ];
}

/** Pixels of the picture for each of the drawing's units. */
const SHARPNESS = 2;

/** The drawing as a PNG; `colourOf` gives the colour of a token. */
export async function toPng(
  parts: readonly Part[],
  colourOf: (token: string) => string,
  { width: wide, height: high }: Size = SHEET_SIZE,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [wide * SHARPNESS, high * SHARPNESS];
  const context = canvas.getContext('2d')!;
  context.textAlign = 'center';
  context.lineCap = 'round';
  for (const { x, y, scale = 1, d, text = '', size = 0, fill, stroke, width = 1, opacity = 1 } of parts) {
    context.setTransform(SHARPNESS * scale, 0, 0, SHARPNESS * scale, SHARPNESS * x, SHARPNESS * y);
    context.globalAlpha = opacity;
    if (fill) context.fillStyle = colourOf(fill);
    if (stroke) context.strokeStyle = colourOf(stroke);
    context.lineWidth = width;
    context.font = `700 ${size}px Sixes, sans-serif`;
    if (!d) context.fillText(text, 0, 0);
    else if (fill) context.fill(new Path2D(d));
    else context.stroke(new Path2D(d));
  }
  return new Promise((made, failed) => {
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('no picture'))), 'image/png');
  });
}
