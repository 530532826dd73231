/** What is said, in the language that is spoken now: components that call `say` follow when it changes. */

import { settings } from '../settings.svelte';
import {
  asSentence,
  catalogues,
  fill,
  languageFor,
  type Catalogue,
  type Key,
  type Language,
  type Values,
} from './sentences';

let language = $state<Language>('en');
let sentences = $state.raw<Catalogue>({});

/** Load a language, and speak it from then on. */
export async function speak(wanted: Language): Promise<void> {
  const loaded = await catalogues[wanted]();
  sentences = loaded.default;
  language = wanted;
  document.documentElement.lang = wanted;
}

/** The language chosen here before, or else one that the browser asks for. */
export const wantedLanguage = (): Language => settings.language ?? languageFor(navigator.languages);

export const spoken = (): Language => language;

export const say = (key: Key, values?: Values): string => fill(sentences, language, key, values);

/** Why something was refused, as a sentence; a code that only a newer server knows has its own words. */
export function whyNot(code: string, words?: string): string {
  return asSentence(sentences[code] ?? words ?? fill(sentences, language, 'app.outdated'));
}

/** A level of bots in words; a bot that somebody plugged in has its own name. */
export function levelName(level: string): string {
  return sentences[`level.${level}`] ?? level;
}

/** Several names in a row, as the language puts them. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(language).format(names);

/** Seconds, as the language writes them. */
export const seconds = (count: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(count);

/** A time of the day, from milliseconds since 1970. */
export const clock = (at: number): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(at);
