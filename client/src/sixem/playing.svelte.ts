/** Me at a game of Sixem: my hand, what I can do now, and doing it. */

import { buzz } from '../look/feel';
import { markingOrder, plays, showsOneToSix } from '../table/sixem';
import type { GameProps, Hearing } from '../table/session.svelte';
import { COLOURS, each, type Choice, type Colour, type Sixem } from '../table/table';
import type { Die as DieLetter } from '../wire/messages';
import { afterTap, BOUNCE, diceOf, plainOf, toThrow, type HeldDie } from './hand';
import { sounds } from './sounds';
import { SPIN } from './spinning';

/** Milliseconds between two looks at the clock. */
const TICK = 50;
/** Milliseconds for which the spinner is looked at once it rests. */
const LOOK = 650;

export class Playing {
  kept = $state.raw<readonly Colour[]>([]);
  /** A throw that had to wait: for the start, or for dice to land. */
  queued = $state(false);
  /** For each of my dice, how often it has landed in this round. */
  landings = $state.raw<readonly number[]>(each(6, 0));
  /** The die whose mark waits for whose X goes. */
  choice = $state.raw<Choice | null>(null);
  /** Where the spinner comes to rest, and when. */
  spun = $state.raw<{ place: number; rests: number } | null>(null);
  /** What all had rolled before they had to roll again. */
  rolledBefore = $state.raw<readonly number[]>([]);
  /** Whose board is looked at by who only watches. */
  watched = $state(0);
  private time = $state(0);
  private lastThrow = -Infinity;
  private round = 0;

  constructor(private readonly props: () => GameProps<Sixem>) {
    this.time = props().now();
  }

  private readonly match = $derived.by(() => this.props().match);
  private readonly me = $derived.by(() => this.props().me);
  /** Whose board is large: mine, or the one that somebody who only watches has chosen. */
  readonly seat = $derived(this.me ?? this.watched);
  /** I decide for my seat: no bot stands in, and I am not out. */
  readonly active = $derived.by(() => {
    const { table, me } = this.props();
    return me !== null && !table.seats[me]?.bot && plays(this.match, me);
  });
  readonly dice = $derived(diceOf(this.match, this.seat));
  readonly flying = $derived(this.dice.some((die) => die.flying));
  /** My six dice show 1 to 6: STOP counts. */
  readonly counts = $derived(showsOneToSix(this.match.dice[this.seat]));
  readonly rolling = $derived(this.match.phase === 'rolling' && this.active);
  /** The dice that a throw takes now. */
  readonly throwable = $derived(toThrow(this.dice, this.kept));
  /** Seconds of the 3-2-1 that are left. */
  readonly counting = $derived(
    this.match.phase === 'rolling' ? Math.max(0, Math.ceil((this.match.go - this.time) / 1000)) : 0,
  );
  readonly paused = $derived((this.match.pauses[this.seat] ?? 0) > this.time);
  readonly pauseLeft = (): number => (this.match.pauses[this.seat] ?? 0) - this.props().now();
  /** Until time is up, where there is a timer. */
  readonly seconds = $derived(
    this.match.due ? Math.max(0, Math.ceil((this.match.due - this.time) / 1000)) : Infinity,
  );
  readonly wheelRests = $derived(this.spun === null || this.time >= this.spun.rests);

  readonly marking = $derived(this.match.phase === 'marking' && this.active && this.match.marker === this.me);
  readonly choices = $derived(this.marking ? this.match.choices : []);
  /** The marks about which there is nothing to choose. */
  readonly plain = $derived(plainOf(this.choices));
  /** My turn to mark is over in this round. */
  readonly marked = $derived.by(() => {
    const order = markingOrder(this.match);
    return this.match.marker !== null && order.indexOf(this.seat) < order.indexOf(this.match.marker);
  });
  /** The dice that mark nothing more in this round. */
  readonly used = $derived.by((): readonly string[] => {
    if (this.marking) return COLOURS.filter((colour) => !this.choices.some((open) => open.die === colour));
    return this.match.phase === 'marking' && this.marked ? COLOURS : [];
  });
  /** The cells that my dice point at. */
  readonly pointed = $derived(
    this.marking || this.marked || this.match.phase === 'over' ? [] : cellsOf(this.dice),
  );
  /** The dice that can be tapped. */
  readonly open = $derived.by((): readonly string[] => {
    if (this.rolling) return this.dice.filter((die) => die.face || die.flying).map((die) => die.colour);
    return this.choices.map((wish) => wish.die);
  });

  asked(kind: string): boolean {
    return this.props().pending.some((ask) => ask.t === kind);
  }

  // What happens ------------------------------------------------------------------------------------------

  /** Follow the clock and what is told, until the page goes. */
  follow(): () => void {
    const clock = setInterval(() => (this.time = this.props().now()), TICK);
    const deaf = this.props().hear(this.heard);
    return () => {
      clearInterval(clock);
      deaf();
    };
  }

  private readonly heard: Hearing = (event, after, before) => {
    if (event.t === 'landed' && event.seat === this.seat) {
      this.landings = this.landings.map((count, die) => count + (event.faces[die] ? 1 : 0));
    } else if (event.t === 'spun') {
      this.spun = { place: event.place, rests: event.at + SPIN };
      setTimeout(() => (this.spun = null), SPIN + LOOK);
    } else if (event.t === 'first' && event.again && before.match?.game === 'sixem') {
      this.rolledBefore = before.match.starts.map((face, at) => (at === event.seat ? event.face : face));
    } else if (event.t === 'stopped') {
      this.queued = false;
    }
    if (after.match?.game === 'sixem' && after.match.marker !== this.me) this.choice = null;
  };

  /** In another round nothing is kept, whatever was missed of the last one. */
  enter(round: number): void {
    if (round === this.round) return;
    this.round = round;
    this.kept = [];
    this.queued = false;
    this.landings = each(6, 0);
  }

  /** A throw that had to wait is made as soon as it can; not if meanwhile STOP counts. */
  catchUp(): void {
    if (!this.queued || !this.rolling || this.counting > 0 || this.paused || this.flying) return;
    this.queued = false;
    if (!this.counts) this.throw();
  }

  // What I do ---------------------------------------------------------------------------------------------

  private throw(): void {
    if (!this.throwable) return;
    this.lastThrow = performance.now();
    sounds.throw();
    buzz(15);
    this.props().send({ t: 'throw', round: this.match.round, dice: this.throwable });
  }

  /** No tap is lost: what cannot be thrown yet is thrown next; another tap takes that back. */
  readonly tapThrow = (): void => {
    if (!this.rolling || this.paused) return;
    if (this.counting === 0 && (this.throwable || !this.flying)) this.throw();
    else if (performance.now() - this.lastThrow > BOUNCE) this.queued = !this.queued;
  };

  readonly stop = (): void => {
    const early = this.counting > 0 || this.paused || this.asked('stop');
    if (this.rolling && !early) this.props().send({ t: 'stop', round: this.match.round });
  };

  readonly tapDie = (die: HeldDie): void => {
    const wish = this.choices.find((open) => open.die === die.colour);
    if (wish) this.choose(wish);
    if (!this.rolling) return;
    this.kept = afterTap(this.kept, die);
    buzz(8);
  };

  readonly choose = (wish: Choice): void => {
    if (this.choice?.die === wish.die) this.choice = null;
    else if (wish.erase.length + wish.give.length > 0) this.choice = wish;
    else this.mark(wish);
  };

  mark(wish: Choice, who: { erase?: number; give?: number } = {}): void {
    this.choice = null;
    sounds.mark();
    buzz(10);
    this.props().send({ t: 'mark', round: this.match.round, die: wish.die as DieLetter, ...who });
  }

  /** The main thing that can be done now: what the large button does, and the space bar. */
  readonly main = (): void => {
    const { send } = this.props();
    if (this.rolling) this.tapThrow();
    else if (this.marking) this.plain.forEach((wish) => this.mark(wish));
    else if (this.mayRoll) send({ t: 'first', again: this.match.again });
    else if (this.maySpin) send({ t: 'spin' });
  };
  readonly mayRoll = $derived(
    this.match.phase === 'starting' && this.active && !this.match.starts[this.seat] && !this.asked('first'),
  );
  readonly maySpin = $derived(this.match.spins === this.me && this.active && !this.asked('spin'));

  /** 1 to 6 for the dice, the space bar for the main thing, S or Enter for STOP. */
  readonly key = (event: KeyboardEvent): void => {
    const on = (what: string): boolean => (event.target as Element).closest?.(what) != null;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || on('dialog, input, select')) return;
    const die = this.dice[Number(event.key) - 1];
    if (die) this.tapDie(die);
    else if (event.key === ' ' && (!on('button') || (this.rolling && on('[data-die]')))) this.main();
    else if (event.key.toLowerCase() === 's') this.stop();
    else if (event.key === 'Enter' && !on('button, a')) (this.rolling ? this.stop : this.main)();
    else if (event.key === 'Escape' && this.choice) this.choice = null;
    else return;
    event.preventDefault();
  };
}

/** The cells that dice point at. */
export const cellsOf = (dice: readonly HeldDie[]): readonly string[] =>
  dice.flatMap(({ colour, face }) => (face ? [`${colour}${face}`] : []));
