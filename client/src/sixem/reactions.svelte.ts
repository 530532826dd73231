/** What players have just said, each for a moment. */

import type { EventHandler } from '../table/session.svelte';
import { say } from '../text/translate.svelte';

/** Milliseconds for which a reaction is shown. */
const SHOWN = 4000;

export class Reactions {
  private said = $state.raw<Readonly<Record<number, string>>>({});

  readonly of = (seat: number): string => this.said[seat] ?? '';

  readonly onEvent: EventHandler = (event) => {
    if (event.t !== 'reacted') return;
    const text = say(`reaction.${event.reaction}`);
    const saying = { ...this.said, [event.seat]: text };
    this.said = saying;
    setTimeout(() => {
      if (this.said[event.seat] === text) this.said = { ...this.said, [event.seat]: '' };
    }, SHOWN);
  };
}
