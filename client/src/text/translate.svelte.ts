/** Sentences in the current language. Components that call `say` are redrawn when the language changes. */

import { untrack } from 'svelte';
import { settings } from '../settings.svelte';
import {
  asSentence,
  catalogues,
  formatSentence,
  languageFor,
  laterCatalogues,
  type Catalogue,
  type Key,
  type Language,
  type Values,
} from './catalogue';

let language = $state<Language>('en');
let sentences = $state.raw<Catalogue>({});

/** The sentences that come later are loaded, or being loaded. */
let whole = false;
/** Those of them that are among the sentences: adding them again would draw the whole page again. */
let added: Catalogue | undefined;

/** Load a language and use it from then on. */
export async function setLanguage(wanted: Language): Promise<void> {
  const [loaded, later] = await Promise.all([catalogues[wanted](), whole ? laterCatalogues[wanted]() : null]);
  added = later?.default;
  sentences = { ...loaded.default, ...added };
  language = wanted;
  document.documentElement.lang = wanted;
}

/** A component that needs sentences that come later, together with them. Another language does not load it again. */
export async function withAllSentences<T>(component: Promise<T>): Promise<T> {
  whole = true;
  const [loaded, later] = await Promise.all([component, laterCatalogues[untrack(currentLanguage)]()]);
  if (added !== later.default) sentences = { ...sentences, ...(added = later.default) };
  return loaded;
}

/** The language chosen on this device, or else one that the browser prefers. */
export const preferredLanguage = (): Language => settings.language ?? languageFor(navigator.languages);

export const currentLanguage = (): Language => language;

export const say = (key: Key, values?: Values): string => formatSentence(sentences, language, key, values);

/** The sentence for a code of the server. `words` are the server's own, for codes that this version does not know. */
export function errorText(code: string, words?: string): string {
  return asSentence(sentences[code] ?? words ?? formatSentence(sentences, language, 'app.outdated'));
}

/** The name of a bot level; a plugged-in bot has its own. */
export function levelName(level: string): string {
  return sentences[`level.${level}`] ?? level;
}

/** Browsers take up to 25 ms to make one. */
const lists = new Map<Language, Intl.ListFormat>();

/** Names as a list in the current language: "a, b and c". Not for what is said while dice tumble. */
export function formatList(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  const list = lists.get(language) ?? new Intl.ListFormat(language);
  lists.set(language, list);
  return list.format(names);
}

/** A number of seconds in the current language. */
export const formatSeconds = (count: number): string => formatUnit(count, 'second', 'narrow');

/** A length of time in the current language: "3 days". */
export const formatUnit = (count: number, unit: string, unitDisplay: 'long' | 'narrow' = 'long'): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count);

/** A day of the year, from milliseconds since 1970. */
export const formatDate = (at: number): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(at);

/** A time of day, from milliseconds since 1970. */
export const formatTime = (at: number): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(at);
