import { expect, test } from 'vitest';
import { fileName, pictureName, possible, settled, usualPaper, type Choice, type Index } from '../src/print/choices';

const entry = { pages: 1, bytes: 1 };
const index: Index = Object.fromEntries(
  ['sheets-a4-1', 'sheets-a4-4', 'sheets-a6-1', 'spinner-a4-1'].map((name) => [`${name}-grey-de`, entry]),
);
const choice: Choice = { kind: 'sheets', paper: 'a4', perPage: 4, grey: true };

test('a file is named by what was chosen, and a picture stands for all papers', () => {
  expect(fileName(choice, 'de')).toBe('sheets-a4-4-grey-de');
  expect(pictureName({ ...choice, paper: 'a6' }, 'de')).toBe('sheets-a4-4-colour-de');
});

test('only what is ready can be chosen', () => {
  expect(possible(index, choice, 'de')).toEqual([1, 4]);
  expect(possible(index, { ...choice, kind: 'own' }, 'de')).toEqual([1, 4]);
  expect(settled(index, choice, 'de').perPage).toBe(4);
  expect(settled(index, { ...choice, paper: 'a6' }, 'de').perPage).toBe(1);
  expect(settled(index, { ...choice, kind: 'spinner' }, 'de').perPage).toBe(1);
});

test('the paper is the usual one of the region', () => {
  expect(usualPaper(['en-US', 'en'])).toBe('letter');
  expect(usualPaper(['fr', 'fr-CA'])).toBe('letter');
  expect(usualPaper(['de-CH'])).toBe('a4');
  expect(usualPaper([])).toBe('a4');
});
