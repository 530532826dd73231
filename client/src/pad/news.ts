/** What everybody at a score pad is told: what was taken back and by whom, closings, broken rules, erased Xs. */

import type { Table } from '../table/table';
import { asSentence } from '../text/catalogue';
import { errorText, say } from '../text/translate.svelte';
import type { AnyEvent, PadUndoneEvent } from '../wire/messages';
import { boxText, cellText } from './views';

/** The sentence for an event; empty if it is seen anyway. */
export function newsOf(event: AnyEvent, table: Table): string {
  const nameAt = (seat: number): string => table.seats[seat]?.name ?? '';
  switch (event.t) {
    case 'pad_undone':
      return undone(event, nameAt);
    case 'pad_crossed':
      if (!event.forced) return '';
      return say('pad.against_note', { name: nameAt(event.seat), box: boxText(event.box), rule: asSentence(errorText(event.forced)) });
    case 'pad_marked':
      if (event.forced) {
        return say('pad.against_note', { name: nameAt(event.seat), box: cellText(event.cell), rule: asSentence(errorText(event.forced)) });
      }
      if (typeof event.erase !== 'number') return '';
      return say('pad.erased', { by: nameAt(event.seat), name: nameAt(event.erase), box: cellText(event.cell) });
    default:
      return '';
  }
}

function undone(event: PadUndoneEvent, nameAt: (seat: number) => string): string {
  const by = event.by.name;
  const where = { by, name: nameAt(event.seat ?? 0), box: event.what === 'mark' ? cellText(event.box ?? '') : event.box ? boxText(event.box) : '' };
  switch (event.what) {
    case 'dice':
      return say('pad.undone_dice', { by });
    case 'pattern':
      return say('pad.undone_pattern', { by });
    case 'play_on':
      return say('pad.undone_play_on', { by });
    case 'next':
      return say(event.board.game === 'sixto' ? 'pad.undone_turn' : 'pad.undone_round', { by, number: event.step });
    case 'uncross':
      return say('pad.undone_uncross', where);
    default:
      return say('pad.undone_cross', where);
  }
}
