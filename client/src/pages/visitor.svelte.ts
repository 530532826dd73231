/** Who is here, as the server knows them: asked for once, so that everybody has a cookie before all else. */

import { choose } from '../settings.svelte';
import * as api from '../wire/api';
import type { TableSummary, Me } from '../wire/messages';

let me = $state.raw<Me | null>(null);

export const visitor = (): Me | null => me;
export const name = (): string => me?.name ?? '';
/** Tables where somebody waits for me, or a game goes on. */
export const unfinished = (): readonly TableSummary[] =>
  (me?.tables ?? []).filter((table) => table.phase === 'gathering' || table.phase === 'playing');

let asking: Promise<Me> | null = null;

/** Ask who I am. At the first visit this makes a guest, so it is never asked twice at once. */
export function visit(): Promise<Me> {
  asking ??= api
    .me()
    .then((answer) => (me = answer))
    .finally(() => (asking = null));
  return asking;
}

/** Take a name that others see from now on. */
export async function rename(wanted: string): Promise<void> {
  if (wanted !== me?.name) me = await api.rename(wanted);
  choose({ named: true });
}
