import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  asSentence,
  catalogues,
  formatSentence,
  LANGUAGES,
  languageFor,
  laterCatalogues,
  type Catalogue,
} from '../src/text/catalogue';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(svelte|ts)$/.test(name));
const written = files.map((name) => readFileSync(new URL(name, source), 'utf8')).join('\n');
const load = async (language: (typeof LANGUAGES)[number]): Promise<Catalogue> => ({
  ...(await catalogues[language]()).default,
  ...(await laterCatalogues[language]()).default,
});

describe.each(LANGUAGES)('%s', (language) => {
  test('has every sentence that a page says', async () => {
    const sentences = await load(language);
    const said = [...written.matchAll(/\b(?:say|errorText)\(\s*'([\w.]+)'/g)].map(([, key]) => key!);
    expect(said.length).toBeGreaterThan(40);
    const missing = said.filter((key) => !(key in sentences) && !(`${key}.other` in sentences));
    expect(missing).toEqual([]);
  });

  test('has no word of what commands say', async () => {
    const sentences = await load(language);
    expect(Object.keys(sentences).filter((key) => /^(record|store|show)\./.test(key))).toEqual([]);
  });

  test('leaves to lessons, Sixem and the coach what only they say', async () => {
    const first = Object.keys((await catalogues[language]()).default);
    expect(first.filter((key) => /^(coach|games|learn|pad|rating|replay|review|round|study)\./.test(key))).toEqual([]);
    const outside = files.filter((name) => !/^(daily|days|friends|games|learn|pad|replay|review|sixem|study)\/|HintDialog|OpinionView/.test(name));
    const said = outside.map((name) => readFileSync(new URL(name, source), 'utf8')).join('\n');
    expect(said).not.toMatch(/say\(\s*['`](coach|learn|pad|pattern|replay|round|sixem|study)\./);
  });

  test('has a word for each colour', async () => {
    const sentences = await load(language);
    for (const colour of 'abcdef') expect(sentences[`colour.${colour}`]).toBeTruthy();
  });
});

test('one and several, and numbers, as each language writes them', async () => {
  const points = async (language: (typeof LANGUAGES)[number], count: number): Promise<string> =>
    formatSentence(await load(language), language, 'game.points', { count });
  expect(await points('en', 1)).toBe('1 point');
  expect(await points('en', -5)).toBe('−5 points');
  expect(await points('fr', 0)).toBe('0 point');
  expect(await points('de', 1234)).toBe('1.234 Punkte');
  expect(await points('it', 2)).toBe('2 punti');
});

test('small numbers need no format of the browser: each language writes them as that would', () => {
  for (const language of LANGUAGES) {
    const format = new Intl.NumberFormat(language);
    for (const number of [0, 7, 42, 999, -1, -999, 1000, 12345, 0.5]) {
      const sentence = formatSentence({ it: '{number}' }, language, 'it', { number });
      expect(sentence).toBe(format.format(number).replace('-', '−'));
    }
  }
});

test('a key that nobody knows is a fault', () => {
  expect(() => formatSentence({}, 'en', 'no.such')).toThrow('no.such');
});

test('the language is the first of ours that is wished for', () => {
  expect(languageFor(['rm-CH', 'de-CH', 'en'])).toBe('de');
  expect(languageFor(['FR'])).toBe('fr');
  expect(languageFor(['ja'])).toBe('en');
  expect(languageFor([])).toBe('en');
});

test('what stands in the middle of a line becomes a sentence', () => {
  expect(asSentence('all seats are taken')).toBe('All seats are taken.');
  expect(asSentence('is the code right?')).toBe('Is the code right?');
});
