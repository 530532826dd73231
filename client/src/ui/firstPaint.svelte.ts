/** Splits a page for slow phones: what need not be in the first paint is drawn right after it. */

import { onMount } from 'svelte';

/** To be called when a component is created; the result tells whether its first paint is done. */
export function afterFirstPaint(): () => boolean {
  let painted = $state(false);
  onMount(() => {
    const timer = setTimeout(() => (painted = true));
    return () => clearTimeout(timer);
  });
  return () => painted;
}
