/** A day with its year in the current language, from milliseconds since 1970. */

import { currentLanguage } from '../text/translate.svelte';

export const formatDay = (at: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { day: 'numeric', month: 'short', year: 'numeric' }).format(at);
