/** Sentences in the current language. Components that call `say` are redrawn when the language changes. */

import { settings } from '../settings.svelte';
import {
  asSentence,
  catalogues,
  formatSentence,
  languageFor,
  type Catalogue,
  type Key,
  type Language,
  type Values,
} from './catalogue';

let language = $state<Language>('en');
let sentences = $state.raw<Catalogue>({});

/** Load a language and use it from then on. */
export async function setLanguage(wanted: Language): Promise<void> {
  const loaded = await catalogues[wanted]();
  sentences = loaded.default;
  language = wanted;
  document.documentElement.lang = wanted;
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

/** Names as a list in the current language: "a, b and c". */
export const formatList = (names: readonly string[]): string => new Intl.ListFormat(language).format(names);

/** A number of seconds in the current language. */
export const formatSeconds = (count: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(count);

/** A time of day, from milliseconds since 1970. */
export const formatTime = (at: number): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(at);
