/** The visitor as the server knows them. Asking for it sets the cookie that all other requests need. */

import { settings, updateSettings } from '../settings.svelte';
import * as api from '../wire/api';
import type { TableSummary, Me } from '../wire/messages';

/** Milliseconds after which a device that can play without a network does not wait for the server any longer. */
const PATIENCE = 5000;
let me = $state.raw<Me | null>(null);
let away = $state(!navigator.onLine);
let here = $state.raw<readonly TableSummary[]>([]);

export const visitor = (): Me | null => me;
export const visitorName = (): string => me?.name ?? '';
/** The server did not answer when it was last asked, and this device can do without. */
export const playsOffline = (): boolean => away && settings.offline !== undefined;
/** My tables that are waiting for players or playing. */
export const unfinished = (): readonly TableSummary[] => [
  ...here,
  ...(me?.tables ?? []).filter((table) => table.phase === 'gathering' || table.phase === 'playing'),
];

let request: Promise<Me> | null = null;

/** Ask the server who I am. The first request creates a guest, so there are never two at once. */
export function identifyVisitor(): Promise<Me> {
  request ??= api
    .me(settings.offline && PATIENCE)
    .then((answer) => {
      away = false;
      return (me = answer);
    })
    .catch((problem: unknown) => {
      away = problem instanceof api.ServerProblem && problem.code === 'app.offline';
      throw problem;
    })
    .finally(() => {
      request = null;
      if (settings.unsent) void lookHere();
    });
  return request;
}

/** Read which games wait on this device, and send those that are over. */
export async function lookHere(): Promise<void> {
  const { findGames } = await import('../offline/later');
  here = await findGames(!away);
}

/** Change the name that others see. */
export async function rename(name: string): Promise<void> {
  if (name !== me?.name) me = await api.rename(name);
  updateSettings({ named: true });
}
