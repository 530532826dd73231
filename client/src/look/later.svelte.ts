/** A page as a whole is much for a slow phone: what need not be in its first picture comes right after that. */

import { onMount } from 'svelte';

/** For a component, when it is made: whether its first picture is drawn. */
export function later(): () => boolean {
  let drawn = $state(false);
  onMount(() => {
    const soon = setTimeout(() => (drawn = true));
    return () => clearTimeout(soon);
  });
  return () => drawn;
}
