/** Why the coach prefers something, in a sentence. */

import type { Why } from '../wire/api';
import { asSentence, type Key } from './catalogue';
import { say } from './translate.svelte';

export function reasonText({ key, values }: Why): string {
  const { colour } = values;
  return asSentence(say(key as Key, colour ? { ...values, colour: say(`colour.${colour}` as Key) } : values));
}
