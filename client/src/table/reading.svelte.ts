/** What a lesson has in the place of the game's buttons, so that there is never a second main one. */

import type { Snippet } from 'svelte';

interface Reading {
  /** While a step is read: goes on to the next one. */
  next: (() => void) | null;
  /** After the last step, while the game goes on: what to do now. */
  offers: Snippet | null;
}

export const reading = $state<Reading>({ next: null, offers: null });
