/** The catalogue of sentences, shared with the server: `src/sixes/text`, a file a language. */

import type english from '../../../src/sixes/text/en.json';

type Sentence = keyof typeof english;
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
  const { numbers } = formatsOf(language);
  return found.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numbers.format(value).replace('-', '−') : value; // a real minus
  });
}

const formats = new Map<Language, { numbers: Intl.NumberFormat; plurals: Intl.PluralRules }>();

/** Made once: a sheet has a hundred sentences for ears, and making these takes longer than all of them. */
function formatsOf(language: Language): { numbers: Intl.NumberFormat; plurals: Intl.PluralRules } {
  const made = formats.get(language) ?? {
    numbers: new Intl.NumberFormat(language),
    plurals: new Intl.PluralRules(language),
  };
  formats.set(language, made);
  return made;
}

function plural(language: Language, count: string | number | undefined): string {
  const rule = formatsOf(language).plurals.select(Number(count ?? 0));
  return rule === 'one' ? 'one' : 'other'; // our languages have no other forms for numbers in a game
}

/** What the server says in the middle of a line, as a sentence of its own. */
export function asSentence(text: string): string {
  const begun = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
