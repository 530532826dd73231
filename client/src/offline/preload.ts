/**
 * Loads what pages need without a network, while there is one. The service worker keeps these files, but pages without
 * TLS have none: there, an open page keeps what it has loaded.
 */

import { loadPage } from '../coachPages';
import { part } from '../pages/part';
import { currentLanguage, withAllSentences } from '../text/translate.svelte';
import { RULES_TEXTS } from '../rules/texts';

/** Load all of it, and mark when that is done; what fails is loaded when it is needed, or not at all. */
export function preload(): void {
  void Promise.allSettled([
    ...[withAllSentences(import('./OfflineHome.svelte'))],
    ...[import('./later'), import('./play'), import('./saveRecord'), import('../pages/GamePicture.svelte'), part('StrengthDialog'), part('SettingsDialog')],
    ...[part('TableMenu'), part('EndButtons'), part('PadTable'), import('../sixem/SixemGame.svelte')],
    ...[import('../sixto/SixtoResult.svelte'), import('../sixto/Sums.svelte'), import('../sixto/HintDialog.svelte')],
    ...[import('../sixto/Opponents.svelte'), import('../sixto/SheetDialog.svelte'), import('../sixto/ClosingBanners.svelte')],
    ...[import('../sixto/Timer.svelte'), import('../sixto/ReactionDialog.svelte'), import('../learn/LearnPage.svelte')],
    ...[import('../rules/RulesPage.svelte'), RULES_TEXTS[currentLanguage()](), loadPage('review'), loadPage('pad')],
  ]).then(() => performance.mark('preloaded'));
}
