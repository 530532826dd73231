/** The catalogue of sentences, shared with the server: `src/sixes/text`, one file per language. */

import type { COMMAND_LINE_PREFIXES } from '../../build/catalogue';
import type english from '../../../src/sixes/text/en.json';

/** Pages do not include the sentences of the command line. */
type Sentence = Exclude<keyof typeof english, `${(typeof COMMAND_LINE_PREFIXES)[number]}.${string}`>;
/** A sentence with a singular and a pluralForm form; `count` decides between them. */
type Counted<K> = K extends `${infer Base}.one` ? Base : never;
export type Key = Sentence | Counted<Sentence>;
export type Values = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<string, string>>;

export const LANGUAGES = ['en', 'fr', 'it', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  it: 'Italiano',
  de: 'Deutsch',
};

type Files = Readonly<Record<Language, () => Promise<{ default: Catalogue }>>>;

/** One file each, so that only the current language is loaded. */
export const catalogues: Files = {
  en: () => import('../../../src/sixes/text/en.json'),
  fr: () => import('../../../src/sixes/text/fr.json'),
  it: () => import('../../../src/sixes/text/it.json'),
  de: () => import('../../../src/sixes/text/de.json'),
};

/** The sentences of lessons, of Sixem and of the coach, which the first roll of Sixto does without. */
export const laterCatalogues: Files = {
  en: () => import('../../../src/sixes/text/en.json?later'),
  fr: () => import('../../../src/sixes/text/fr.json?later'),
  it: () => import('../../../src/sixes/text/it.json?later'),
  de: () => import('../../../src/sixes/text/de.json?later'),
};

/** The first of our languages among those that a browser prefers. */
export function languageFor(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}

/** The sentence for a key with its values filled in, numbers as the language writes them. */
export function formatSentence(sentences: Catalogue, language: Language, key: string, values: Values = {}): string {
  const found = sentences[key] ?? sentences[`${key}.${pluralForm(language, values['count'])}`];
  if (found === undefined) throw new Error(`no sentence for ${key} in ${language}`);
  return found.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? formatNumber(language, value).replace('-', '−') : value; // a real minus
  });
}

const numbers = new Map<Language, Intl.NumberFormat>();
const plurals = new Map<Language, Intl.PluralRules>();

/** All our languages write small numbers alike, and creating the first NumberFormat is slow. */
function formatNumber(language: Language, number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1000) return String(number);
  return cached(numbers, language, () => new Intl.NumberFormat(language)).format(number);
}

function pluralForm(language: Language, count: string | number | undefined): string {
  const rule = cached(plurals, language, () => new Intl.PluralRules(language)).select(Number(count ?? 0));
  return rule === 'one' ? 'one' : 'other'; // our languages need no other forms for the numbers of a game
}

/** Create what is slow to create at first use, and once: a sheet has a hundred labels. */
function cached<T>(all: Map<Language, T>, language: Language, make: () => T): T {
  const made = all.get(language) ?? make();
  all.set(language, made);
  return made;
}

/** A phrase of the catalogue as a sentence: with a capital letter and a full stop. */
export function asSentence(text: string): string {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
