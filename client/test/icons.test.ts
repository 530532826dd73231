import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { piecesOf, pixels, png } from '../build/icons';

const pieces = piecesOf(readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8'));
const at = (drawn: Buffer, x: number, y: number): number[] =>
  [...drawn.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4)];

test('the icon has a ground, a die and six pips, and no corners', () => {
  expect(pieces).toHaveLength(8);
  const drawn = pixels(pieces, 64, false);
  expect(at(drawn, 0, 0)[3]).toBe(0);
  expect(at(drawn, 32, 5)).toEqual([0x1f, 0x5b, 0x4d, 255]);
  expect(at(drawn, 32, 26)).toEqual([0xff, 0xfd, 0xf8, 255]);
  expect(at(drawn, 24, 22)).toEqual([0xd9, 0x3f, 0x46, 255]);
  expect(at(pixels(pieces, 64, true), 0, 0)).toEqual([0x1f, 0x5b, 0x4d, 255]);
});

test('it is a PNG file', () => {
  const file = png(64, pixels(pieces, 64, false));
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  expect(file.readUInt32BE(16)).toBe(64);
  const length = file.readUInt32BE(33);
  expect(inflateSync(file.subarray(41, 41 + length))).toHaveLength(64 * (64 * 4 + 1));
});
