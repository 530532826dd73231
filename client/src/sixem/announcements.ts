/** Sounds, vibration and screen reader announcements for the events of Sixem. */

import { vibrate, thudSounds } from '../ui/sound';
import { announce, toast } from '../ui/notices.svelte';
import { showsOneToSix } from '../table/sixem';
import type { EventHandler } from '../table/session.svelte';
import { COLOURS, type Colour, type Sixem, type Table } from '../table/table';
import { say } from '../text/translate.svelte';
import type { MarkedEvent } from '../wire/messages';
import { sounds } from './sounds';
import { LANDING } from './timing';

interface Players {
  me: () => number | null;
  nameOf: (seat: number) => string;
}

const matchOf = (table: Table): Sixem | null => (table.match?.game === 'sixem' ? table.match : null);

/** A cell in words: its colour and its number. */
export const cellText = (cell: string): string =>
  say('game.die', { colour: say(`colour.${cell[0] as Colour}`), number: Number(cell[1]) });

/** During the race only my own dice are announced: more would be too much to listen to. */
export function eventHandler({ me, nameOf }: Players): EventHandler {
  return (event, table, before) => {
    const match = matchOf(table);
    if (!match) return;
    switch (event.t) {
      case 'landed':
        if (event.seat === me()) onLanded(event.faces, showsOneToSix(match.dice[event.seat]));
        break;
      case 'stopped':
        sounds.stop();
        vibrate([60, 40, 120]);
        announce(event.seat === me() ? say('heard.stop_you') : say('heard.stop', { name: nameOf(event.seat) }));
        break;
      case 'falsestop':
        if (event.seat !== me()) break;
        sounds.wrong();
        vibrate(200);
        announce(say('round.too_soon'));
        break;
      case 'marked':
        onMarked(event, match, matchOf(before));
        break;
      case 'reacted':
        if (event.seat !== me()) announce(`${nameOf(event.seat)}: ${say(`reaction.${event.reaction}`)}`);
        break;
      case 'ended':
        if (event.winners.includes(me() ?? -1)) sounds.win();
        else sounds.lost();
        break;
    }
    const marker = matchOf(before)?.marker ?? null;
    if (match.marker !== null && match.marker !== marker) onMarkerChanged(match.marker);
  };

  function onLanded(faces: readonly number[], counts: boolean): void {
    thudSounds(faces.filter(Boolean).length, LANDING);
    vibrate(12);
    const shown = COLOURS.flatMap((colour, at) => (faces[at] ? [cellText(`${colour}${faces[at]}`)] : []));
    announce([shown.join(', '), ...(counts ? [say('round.call_now')] : [])].join('. '));
    if (counts) sounds.ready();
  }

  function onMarked(event: MarkedEvent, match: Sixem, before: Sixem | null): void {
    const mine = event.seat === me();
    if (!mine) sounds.mark(); // mine sounded when I tapped
    if (event.erase != null) sounds.erase();
    if (match.lines.some((lines, seat) => lines > (before?.lines[seat] ?? 0))) sounds.line();
    const cell = cellText(event.cell);
    if (event.erase === me() && !mine) {
      vibrate([30, 30, 30]);
      toast(say('round.erases_yours', { name: nameOf(event.seat), cell }));
    } else if (event.give === me() && !mine) {
      toast(say('round.gives_you', { name: nameOf(event.seat), cell }));
    } else if (mine) {
      announce(`${cell}, ${say('round.with_x')}`);
    }
  }

  function onMarkerChanged(marker: number): void {
    if (marker !== me()) announce(say('round.they_mark', { name: nameOf(marker) }));
    else {
      vibrate(30);
      sounds.turn();
      announce(say('round.you_mark'));
    }
  }
}
