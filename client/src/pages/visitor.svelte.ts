/** The visitor as the server knows them. Asking for it sets the cookie that all other requests need. */

import { updateSettings } from '../settings.svelte';
import * as api from '../wire/api';
import type { TableSummary, Me } from '../wire/messages';

let me = $state.raw<Me | null>(null);

export const visitor = (): Me | null => me;
export const visitorName = (): string => me?.name ?? '';
/** My tables that are waiting for players or playing. */
export const unfinished = (): readonly TableSummary[] =>
  (me?.tables ?? []).filter((table) => table.phase === 'gathering' || table.phase === 'playing');

let request: Promise<Me> | null = null;

/** Ask the server who I am. The first request creates a guest, so there are never two at once. */
export function identifyVisitor(): Promise<Me> {
  request ??= api
    .me()
    .then((answer) => (me = answer))
    .finally(() => (request = null));
  return request;
}

/** Change the name that others see. */
export async function rename(name: string): Promise<void> {
  if (name !== me?.name) me = await api.rename(name);
  updateSettings({ named: true });
}
