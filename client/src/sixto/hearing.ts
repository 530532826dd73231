/** What happens at a table of Sixto, for ears and fingertips: few words, said together. */

import { buzz, clatter, tone } from '../look/feel';
import { announce } from '../look/notices.svelte';
import type { Hearing } from '../table/session.svelte';
import { COLOURS, type Colour, type Sixto } from '../table/table';
import { listed, say } from '../text/speech.svelte';
import type { AnyEvent, SaidDoneEvent } from '../wire/messages';
import { placeOf } from '../table/sixto';

/** Milliseconds within which things that happen are told in one breath. */
const BREATH = 350;
let waiting: string[] = [];
let breath: ReturnType<typeof setTimeout> | undefined;

/** Say something to screen readers; what comes right after it does not drown it. */
export function tell(text: string): void {
  waiting.push(text);
  clearTimeout(breath);
  breath = setTimeout(() => {
    announce(waiting.join('. '));
    waiting = [];
  }, BREATH);
}

const colourOf = (box: string): string => say(`colour.${box[0] as Colour}`);

export function diceInWords(dice: readonly number[]): string {
  return listed(
    COLOURS.flatMap((colour, at) =>
      dice[at] ? [say('game.die', { colour: say(`colour.${colour}`), number: dice[at] })] : [],
    ),
  );
}

export interface Listener {
  me: () => number | null;
  names: () => readonly string[];
  /** Dice were rolled: they tumble. */
  onrolled: () => void;
  onsaid: (seat: number, text: string) => void;
  /** These colours are closed from now on. */
  onclosed: (colours: readonly Colour[]) => void;
  /** The game ended while we were watching. */
  onended: () => void;
}

export function hearing(listener: Listener): Hearing {
  return (event, after, before) => {
    const match = before.match?.game === 'sixto' ? before.match : null;
    const me = listener.me();
    const name = 'seat' in event ? (listener.names()[event.seat] ?? '') : '';
    switch (event.t) {
      case 'rolled':
        listener.onrolled();
        clatter(event.dice.filter(Boolean).length);
        return tell(say('heard.rolled', { dice: diceInWords(event.dice) }));
      case 'kept':
        return tell(say('game.cross'));
      case 'crossed':
        return crossed(event, me);
      case 'done':
        if (event.end) listener.onclosed(event.end.closed as readonly Colour[]);
        return done(event, match, me, name, listener.names(), after.phase === 'playing');
      case 'reacted':
        listener.onsaid(event.seat, say(`reaction.${event.reaction}`));
        return event.seat === me ? undefined : tell(`${name}: ${say(`reaction.${event.reaction}`)}`);
      case 'ended':
        return listener.onended();
    }
  };
}

/** The banner says it; here are its knock and its buzz. */
function crossed(event: AnyEvent & { t: 'crossed' }, me: number | null): void {
  if (!event.closes || event.seat === me) return;
  const asked = me !== null && (event.asked ?? []).includes(me);
  buzz(asked ? [60, 60, 60, 60, 120] : [40, 50, 40]);
  tone(520, 0.14, 0.2);
  tone(390, 0.2, 0.2, 0.14);
  if (asked) tone(520, 0.2, 0.2, 0.34);
}

function done(
  event: SaidDoneEvent,
  match: Sixto | null,
  me: number | null,
  name: string,
  names: readonly string[],
  goesOn: boolean,
): void {
  if (event.seat !== me) {
    const boxes = (match?.half[event.seat] ?? []).map((box) => `${colourOf(box)} ${placeOf(box)}`);
    tell(say('heard.done', { name, boxes: boxes.length > 0 ? listed(boxes) : say('game.no_cross') }));
  }
  if (!event.end || !goesOn) return;
  if (event.end.active !== me) tell(say('game.they_roll', { name: names[event.end.active] ?? '' }));
  else {
    tell(say('heard.your_turn'));
    if (names.length > 1) buzz(20);
  }
}
