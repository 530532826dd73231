/** Fetches what a page will import beside the sentences, rather than after them. If that fails, the page shows it later. */

import type { Route } from './route.svelte';
import { laterCatalogues } from './text/catalogue';
import { preferredLanguage } from './text/translate.svelte';

export function prefetch(route: Route): void {
  void Promise.allSettled(filesOf(route));
}

function filesOf(route: Route): readonly Promise<unknown>[] {
  if (route.page === 'rules') return [import('./rules/RulesPage.svelte')];
  if (route.page !== 'learn') return [];
  const lesson = [import('./learn/LearnPage.svelte'), laterCatalogues[preferredLanguage()]()];
  return route.game === 'sixem' ? [...lesson, import('./sixem/SixemGame.svelte')] : lesson;
}
