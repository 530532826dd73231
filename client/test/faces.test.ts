import { expect, test } from 'vitest';
import { faceOf } from '../src/table/names';
import { seatOf } from '../src/table/table';
import { faceOfPlayer } from '../src/ui/faces';

test('a person keeps one face in every seat, whoever looks', () => {
  const seat = seatOf({ name: 'Mia', player: 'p-k3f9' });
  expect(faceOf(seat, 0)).toEqual(faceOf(seat, 5));
  expect(faceOf(seat, 0)).toEqual(faceOfPlayer('p-k3f9'));
});

test('a bot that stands in for a person keeps the face of that person', () => {
  expect(faceOf(seatOf({ name: 'Mia', player: 'p-k3f9', bot: 'steady' }), 2)).toEqual(faceOfPlayer('p-k3f9'));
});

test('six bots of one level have six faces', () => {
  const bots = [0, 1, 2, 3, 4, 5].map((at) => faceOf(seatOf({ name: 'steady', bot: 'steady' }), at));
  expect(new Set(bots.map(({ colour }) => colour)).size).toBe(6);
  expect(bots.every(({ hair }) => hair === null)).toBe(true);
});

test('people have all 36 faces', () => {
  const faces = Array.from({ length: 2000 }, (_, at) => faceOfPlayer(`player-${at}`));
  expect(new Set(faces.map(({ colour, hair }) => `${colour}${hair}`)).size).toBe(36);
});
