/** Taking unfinished games off the start page. Whoever has company gets up, so that nobody waits for them. */

import { DURATION, toast } from '../ui/notices.svelte';
import { settings, updateSettings } from '../settings.svelte';
import { Session } from '../table/session.svelte';
import { say } from '../text/translate.svelte';
import type { TableSummary } from '../wire/messages';
import { identifyVisitor } from './visitor.svelte';

/** Codes that are remembered; the server forgets old tables, too. */
const MOST = 100;

/** Offer a game no longer. For a few seconds it can be undone; only then is the seat given up. */
export function discard(table: TableSummary): void {
  updateSettings({ discarded: [...settings.discarded, table.code].slice(-MOST) });
  const later = setTimeout(() => leaveSeat(table), DURATION);
  toast(say('home.discarded'), {
    label: say('game.undo'),
    run: () => {
      clearTimeout(later);
      updateSettings({ discarded: settings.discarded.filter((code) => code !== table.code) });
    },
  });
}

/** Get up: before the game the seat is free again, during it a bot plays on. Alone, nobody waits. */
function leaveSeat(table: TableSummary): void {
  if (table.seats.filter((seat) => seat?.player).length < 2) return;
  const session = new Session(table.code, identifyVisitor);
  let sent = false;
  const stop = $effect.root(() => {
    $effect(() => {
      const sitting = session.table && session.me !== null ? session.table.seats[session.me] : null;
      if (!session.table && !session.rejection) return;
      if (sitting && !sitting.bot && !sent) {
        sent = true;
        session.send({ t: 'leave' });
      } else if (!sitting || sitting.bot) {
        session.close();
        queueMicrotask(() => stop());
      }
    });
  });
}
