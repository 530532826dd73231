/** Playing without a network is offered once, after the third game. */

import { settings, updateSettings } from '../settings.svelte';

const GAMES = 3;

/** Count a game that has ended here; each once. */
export function countEnded(code: string): void {
  const ended = settings.ended ?? [];
  if (settings.ended === null || ended.length >= GAMES || ended.includes(code)) return;
  updateSettings({ ended: [...ended, code] });
}

export const isOffered = (): boolean => !settings.offline && (settings.ended?.length ?? 0) >= GAMES;

/** It was accepted or declined: it is not offered again. */
export const neverOffer = (): void => updateSettings({ ended: null });
