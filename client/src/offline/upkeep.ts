/** What a device that plays without a network does while it has one: load the pages, and fetch a newer release. */

import { identifyVisitor } from '../pages/visitor.svelte';
import { updateSettings } from '../settings.svelte';
import { keepSpare } from './device';
import { preload } from './preload';
import { refreshRuntime } from './runtime.svelte';

export function prepare(): void {
  preload();
  keepSpare();
  void refreshRuntime();
  void rememberMe().catch(() => {}); // without a server, as before
}

/** Remember who plays here, for games without a network. */
async function rememberMe(): Promise<void> {
  const { player, name } = await identifyVisitor();
  updateSettings({ me: { player, name } });
}
