/** Sounds, vibration and screen reader announcements for the events of Sixto. */

import { thudSounds, tone, vibrate } from '../ui/sound';
import { closeSound, turnSound } from './sounds';
import { announce } from '../ui/notices.svelte';
import type { EventHandler } from '../table/session.svelte';
import { COLOURS, type Colour, type Sixto } from '../table/table';
import { formatList, say } from '../text/translate.svelte';
import type { AnyEvent, SaidDoneEvent } from '../wire/messages';
import { placeOf } from '../table/sixto';

/** Milliseconds until the first die lies, as `Die` has it. */
const ROLL_TIME = 700;
/** Milliseconds within which announcements are joined into one. */
const JOIN_WITHIN = 350;
let queue: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announce a text together with those that follow at once: a second announcement would cut off the first. */
export function announceJoined(text: string): void {
  queue.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    announce(queue.join('. '));
    queue = [];
  }, JOIN_WITHIN);
}

const colourName = (box: string): string => say(`colour.${box[0] as Colour}`);

export function diceText(dice: readonly number[]): string {
  return COLOURS.flatMap((colour, at) =>
    dice[at] ? [say('game.die', { colour: say(`colour.${colour}`), number: dice[at] })] : [],
  ).join(', ');
}

export interface Callbacks {
  me: () => number | null;
  names: () => readonly string[];
  /** Dice were rolled. */
  onrolled: () => void;
  /** A player sent a reaction. */
  onreaction: (seat: number, text: string) => void;
  /** These colours were closed. */
  onclosed: (colours: readonly Colour[]) => void;
  /** The game ended while this page was open. */
  onended: () => void;
}

export function eventHandler(callbacks: Callbacks): EventHandler {
  return (event, after, before) => {
    const match = before.match?.game === 'sixto' ? before.match : null;
    const me = callbacks.me();
    const name = 'seat' in event ? (callbacks.names()[event.seat ?? -1] ?? '') : '';
    switch (event.t) {
      case 'rolled':
        callbacks.onrolled();
        thudSounds(event.dice.filter(Boolean).length, ROLL_TIME);
        return announceJoined(say('heard.rolled', { dice: diceText(event.dice) }));
      case 'kept':
        return announceJoined(say('game.cross'));
      case 'crossed':
        return onCrossed(event, me);
      case 'done':
        if (event.end?.closed.length) closeSound();
        if (event.end) callbacks.onclosed(event.end.closed as readonly Colour[]);
        return onDone(event, match, me, name, callbacks.names(), after.phase === 'playing');
      case 'reacted':
        callbacks.onreaction(event.seat, say(`reaction.${event.reaction}`));
        return event.seat === me ? undefined : announceJoined(`${name}: ${say(`reaction.${event.reaction}`)}`);
      case 'ended':
        return callbacks.onended();
    }
  };
}

/** Sound and vibration when somebody is about to close a colour; the text is in the banner. */
function onCrossed(event: AnyEvent & { t: 'crossed' }, me: number | null): void {
  if (!event.closes || event.seat === me) return;
  const asked = me !== null && (event.asked ?? []).includes(me);
  vibrate(asked ? [60, 60, 60, 60, 120] : [40, 50, 40]);
  tone(520, 0.14, 0.2);
  tone(390, 0.2, 0.2, 0.14);
  if (asked) tone(520, 0.2, 0.2, 0.34);
}

function onDone(
  event: SaidDoneEvent,
  match: Sixto | null,
  me: number | null,
  name: string,
  names: readonly string[],
  goesOn: boolean,
): void {
  if (event.seat !== me) {
    const boxes = (match?.half[event.seat] ?? []).map((box) => `${colourName(box)} ${placeOf(box)}`);
    announceJoined(say('heard.done', { name, boxes: boxes.length > 0 ? formatList(boxes) : say('game.no_cross') }));
  }
  if (!event.end || !goesOn) return;
  if (event.end.active !== me) announceJoined(say('game.they_roll', { name: names[event.end.active] ?? '' }));
  else {
    announceJoined(say('heard.your_turn'));
    if (names.length > 1) {
      vibrate(20);
      turnSound();
    }
  }
}
