/** A number of bytes as people read it: "5.9 MB". */

import { currentLanguage } from '../text/translate.svelte';

export const formatSize = (bytes: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / 1e6);
