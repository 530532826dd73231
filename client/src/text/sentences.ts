/** The catalogue of sentences, shared with the server: `src/sixes/text`, a file a language. */

import type { OF_COMMANDS } from '../../build/sentences';
import type english from '../../../src/sixes/text/en.json';

/** Pages do not carry what commands say. */
type Sentence = Exclude<keyof typeof english, `${(typeof OF_COMMANDS)[number]}.${string}`>;
/** What is counted has a sentence for one thing and one for several; `count` decides. */
type Counted<K> = K extends `${infer Base}.one` ? Base : never;
export type Key = Sentence | Counted<Sentence>;
export type Values = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<string, string>>;

export const LANGUAGES = ['en', 'fr', 'it', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  it: 'Italiano',
  de: 'Deutsch',
};

/** A file of its own each: only the one that is spoken is loaded. */
export const catalogues: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  en: () => import('../../../src/sixes/text/en.json'),
  fr: () => import('../../../src/sixes/text/fr.json'),
  it: () => import('../../../src/sixes/text/it.json'),
  de: () => import('../../../src/sixes/text/de.json'),
};

/** The first of our languages that somebody wishes for. */
export function languageFor(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => LANGUAGES.find((language) => wish.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}

/** The sentence for a key with its values filled in, numbers as the language writes them. */
export function fill(sentences: Catalogue, language: Language, key: string, values: Values = {}): string {
  const found = sentences[key] ?? sentences[`${key}.${plural(language, values['count'])}`];
  if (found === undefined) throw new Error(`no sentence for ${key} in ${language}`);
  return found.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? written(language, value).replace('-', '−') : value; // a real minus
  });
}

const numbers = new Map<Language, Intl.NumberFormat>();
const plurals = new Map<Language, Intl.PluralRules>();

/** All our languages write small numbers alike, and a browser takes long to make its first format for numbers. */
function written(language: Language, number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1000) return String(number);
  return kept(numbers, language, () => new Intl.NumberFormat(language)).format(number);
}

function plural(language: Language, count: string | number | undefined): string {
  const rule = kept(plurals, language, () => new Intl.PluralRules(language)).select(Number(count ?? 0));
  return rule === 'one' ? 'one' : 'other'; // our languages have no other forms for numbers in a game
}

/** What is slow to make is made when it is first needed, and once: a sheet has a hundred sentences for ears. */
function kept<T>(all: Map<Language, T>, language: Language, make: () => T): T {
  const made = all.get(language) ?? make();
  all.set(language, made);
  return made;
}

/** What the server says in the middle of a line, as a sentence of its own. */
export function asSentence(text: string): string {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
