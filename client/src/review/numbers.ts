/** Points with one decimal, as the current language writes them. */

import { currentLanguage } from '../text/translate.svelte';
import { tenths } from './review';

/** Whole tenths of a point; a gain may have its sign. */
export function formatTenths(value: number, signed = false): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const format = new Intl.NumberFormat(currentLanguage(), { ...digits, signDisplay: signed ? 'exceptZero' : 'auto' });
  return format.format(value / 10).replace('-', '−'); // a real minus
}

export const formatExact = (points: number): string => formatTenths(tenths(points));
/** A gain or a loss, with its sign. */
export const formatChange = (points: number): string => formatTenths(tenths(points), true);
