/** What is heard of a game of Sixem, by ear and by hand: sounds, the buzz, and the words for screen readers. */

import { buzz, clatter } from '../look/feel';
import { announce, toast } from '../look/notices.svelte';
import { showsOneToSix } from '../table/sixem';
import type { Hearing } from '../table/session.svelte';
import { COLOURS, type Colour, type Sixem, type Table } from '../table/table';
import { listed, say } from '../text/speech.svelte';
import type { MarkedEvent } from '../wire/messages';
import { sounds } from './sounds';

interface Listener {
  me: () => number | null;
  nameOf: (seat: number) => string;
}

const matchOf = (table: Table): Sixem | null => (table.match?.game === 'sixem' ? table.match : null);

/** A cell in words: its colour and its number. */
export const cellInWords = (cell: string): string =>
  say('game.die', { colour: say(`colour.${cell[0] as Colour}`), number: Number(cell[1]) });

/** In the middle of the race only my own dice are said: more would only be noise. */
export function listening({ me, nameOf }: Listener): Hearing {
  return (event, table, before) => {
    const match = matchOf(table);
    if (!match) return;
    switch (event.t) {
      case 'landed':
        if (event.seat === me()) landed(event.faces, showsOneToSix(match.dice[event.seat]));
        break;
      case 'stopped':
        sounds.stop();
        buzz([60, 40, 120]);
        announce(event.seat === me() ? say('heard.stop_you') : say('heard.stop', { name: nameOf(event.seat) }));
        break;
      case 'falsestop':
        if (event.seat !== me()) break;
        sounds.wrong();
        buzz(200);
        announce(say('round.too_soon'));
        break;
      case 'marked':
        marked(event, match, matchOf(before));
        break;
      case 'ended':
        if (event.winners.includes(me() ?? -1)) sounds.win();
        else sounds.line();
        break;
    }
    const marker = matchOf(before)?.marker ?? null;
    if (match.marker !== null && match.marker !== marker) turnOf(match.marker);
  };

  function landed(faces: readonly number[], counts: boolean): void {
    clatter(faces.filter(Boolean).length, 0.2);
    buzz(12);
    const shown = COLOURS.flatMap((colour, at) => (faces[at] ? [cellInWords(`${colour}${faces[at]}`)] : []));
    announce([listed(shown), ...(counts ? [say('round.call_now')] : [])].join('. '));
    if (counts) sounds.ready();
  }

  function marked(event: MarkedEvent, match: Sixem, before: Sixem | null): void {
    const mine = event.seat === me();
    if (!mine) sounds.mark(); // my own was heard when I tapped
    if (event.erase != null) sounds.erase();
    if (match.lines.some((lines, seat) => lines > (before?.lines[seat] ?? 0))) sounds.line();
    const cell = cellInWords(event.cell);
    if (event.erase === me() && !mine) {
      buzz([30, 30, 30]);
      toast(say('round.erases_yours', { name: nameOf(event.seat), cell }));
    } else if (event.give === me() && !mine) {
      toast(say('round.gives_you', { name: nameOf(event.seat), cell }));
    } else if (mine) {
      announce(`${cell}, ${say('round.with_x')}`);
    }
  }

  function turnOf(marker: number): void {
    if (marker !== me()) announce(say('round.they_mark', { name: nameOf(marker) }));
    else {
      buzz(30);
      announce(say('round.you_mark'));
    }
  }
}
