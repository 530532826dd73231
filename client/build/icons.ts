/** Draws the icons for home screens from public/icon.svg when the client is built. */

import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The files, their sizes in pixels, and whether the background fills the corners. */
const ICONS = [
  { fileName: 'icon-192.png', size: 192, full: false },
  { fileName: 'icon-512.png', size: 512, full: false },
  { fileName: 'icon-mask.png', size: 512, full: true },
  { fileName: 'icon-touch.png', size: 180, full: true },
];

interface Piece {
  colour: readonly number[];
  /** The distance of a point from the edge; negative inside. */
  distance(x: number, y: number): number;
}

/** The rectangles and circles of the drawing, the background first. */
export function piecesOf(svg: string): Piece[] {
  return [...svg.matchAll(/<(rect|circle) ([^>]+)\/>/g)].map(([, kind, written = '']) => {
    const pairs = [...written.matchAll(/(\w+)="([^"]+)"/g)];
    const values = Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
    const number = (name: string): number => Number(values[name] ?? 0);
    const colour = [1, 3, 5].map((at) => parseInt((values['fill'] ?? '').slice(at, at + 2), 16));
    const round = number(kind === 'circle' ? 'r' : 'rx');
    const [wide, high] = [number('width') / 2, number('height') / 2];
    const [middle, centre] =
      kind === 'circle' ? [number('cx'), number('cy')] : [number('x') + wide, number('y') + high];
    const [across, down] = kind === 'circle' ? [0, 0] : [wide - round, high - round];
    const distance = (x: number, y: number): number =>
      Math.hypot(Math.max(Math.abs(x - middle) - across, 0), Math.max(Math.abs(y - centre) - down, 0)) - round;
    return { colour, distance };
  });
}

/** Red, green, blue and alpha of each pixel, line by line, with smooth edges. */
export function pixels(pieces: Piece[], size: number, full: boolean): Buffer {
  const drawn = Buffer.alloc(size * size * 4);
  for (let at = 0; at < size * size; at += 1) {
    const x = (((at % size) + 0.5) * 64) / size;
    const y = ((Math.floor(at / size) + 0.5) * 64) / size;
    for (const [order, piece] of pieces.entries()) {
      const reach = Math.min(1, Math.max(0, 0.5 - (piece.distance(x, y) * size) / 64));
      if (order === 0) {
        drawn.set([...piece.colour, full ? 255 : Math.round(255 * reach)], at * 4);
      } else if (reach > 0) {
        for (let channel = 0; channel < 3; channel += 1) {
          const below = drawn[at * 4 + channel] ?? 0;
          drawn[at * 4 + channel] = Math.round(below + ((piece.colour[channel] ?? 0) - below) * reach);
        }
      }
    }
  }
  return drawn;
}

export function png(size: number, drawn: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // 8 bits per channel, RGBA
  const lines = Array.from({ length: size }, (_, y) => [
    Buffer.of(0), // filter: none
    drawn.subarray(y * size * 4, (y + 1) * size * 4),
  ]);
  const signature = Buffer.of(137, 80, 78, 71, 13, 10, 26, 10);
  const body = deflateSync(Buffer.concat(lines.flat()), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    generateBundle() {
      const pieces = piecesOf(readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8'));
      for (const { fileName, size, full } of ICONS) {
        this.emitFile({ type: 'asset', fileName, source: png(size, pixels(pieces, size, full)) });
      }
    },
  };
}
