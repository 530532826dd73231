/**
 * My games over days that wait for me: the badge of the app tells how many, and a notification which one, if somebody
 * asked for that. Nothing is pushed: it works while Sixes is open, in a hidden tab too.
 */

import { go } from '../route.svelte';
import { say } from '../text/translate.svelte';
import type { TableSummary } from '../wire/messages';
import { identifyVisitor, unfinished, visitor } from '../pages/visitor.svelte';
import { wantsNotifications } from './notifications.svelte';
import { newTurns, waitsFor } from './waiting';

/** Milliseconds between requests. */
const REFRESH = 60_000;

/** My tables over days at which I have something to do. */
export const myTurns = (): readonly TableSummary[] => unfinished().filter((table) => waitsFor(table, visitor()?.player ?? ''));

let watching = false;

/** From now on keep the badge right, and notify whoever asked for it. */
export function watchTurns(): void {
  if (watching) return;
  watching = true;
  let before: readonly TableSummary[] | null = null;
  $effect.root(() => {
    $effect(() => {
      if (!visitor()) return;
      const turns = myTurns();
      setBadge(turns.length);
      if (before && wantsNotifications() && document.hidden) newTurns(before, turns).forEach(notify);
      before = turns;
    });
  });
  const refresh = (): void => void identifyVisitor().catch(() => {}); // without a server, later
  setInterval(() => {
    if (!document.hidden || wantsNotifications()) refresh();
  }, REFRESH);
  document.addEventListener('visibilitychange', refresh);
  refresh();
}

function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {}); // not installed, or not allowed
}

function notify({ code }: TableSummary): void {
  const [title, options] = [say('home.your_turn'), { body: 'Sixto', icon: '/icon.svg', tag: code }];
  try {
    const notification = new Notification(title, options);
    notification.onclick = (): void => {
      window.focus();
      go(`/table/${code}`);
      notification.close();
    };
  } catch {
    // Phones show them for a service worker only.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options)).catch(() => {});
  }
}
