/** The state and the actions of my seat in Sixem: which dice are kept, what I can do now, and doing it. */

import { vibrate } from '../ui/sound';
import { markingOrder, plays, showsOneToSix } from '../table/sixem';
import type { GameProps, EventHandler } from '../table/session.svelte';
import { COLOURS, repeat, type Choice, type Colour, type Sixem } from '../table/table';
import type { Die as DieLetter } from '../wire/messages';
import { toggleKept, DEBOUNCE, diceOf, unambiguousChoices, throwableDice, type HeldDie } from './dice';
import { sounds } from './sounds';
import { SPIN_TIME } from './timing';

/** Milliseconds between updates of the clock. */
const TICK = 50;
/** Milliseconds for which the spinner stays once it rests. */
const REST_TIME = 650;

export class SixemController {
  kept = $state.raw<readonly Colour[]>([]);
  /** A throw waits for the start, or for dice to land. */
  queued = $state(false);
  /** For each of my dice, how often it has landed in this round. */
  landings = $state.raw<readonly number[]>(repeat(6, 0));
  /** The mark that waits for the choice of whose X goes. */
  choice = $state.raw<Choice | null>(null);
  /** Where the spinner comes to rest, and when; null when it is not shown. */
  spun = $state.raw<{ place: number; rests: number } | null>(null);
  /** What everybody rolled before they had to roll again. */
  rolledBefore = $state.raw<readonly number[]>([]);
  /** The seat whose board a spectator looks at. */
  watched = $state(0);
  private time = $state(0);
  private lastThrow = -Infinity;
  private round = 0;

  constructor(private readonly props: () => GameProps<Sixem>) {
    this.time = props().now();
  }

  private readonly match = $derived.by(() => this.props().match);
  private readonly me = $derived.by(() => this.props().me);
  /** The seat whose board is large: mine, or the one that a spectator chose. */
  readonly seat = $derived(this.me ?? this.watched);
  /** Whether I play: no bot plays for me, and I am not out. */
  readonly active = $derived.by(() => {
    const { table, me } = this.props();
    return me !== null && !table.seats[me]?.bot && plays(this.match, me);
  });
  readonly dice = $derived(diceOf(this.match, this.seat));
  readonly flying = $derived(this.dice.some((die) => die.flying));
  /** My six dice show 1 to 6, so STOP counts. */
  readonly counts = $derived(showsOneToSix(this.match.dice[this.seat]));
  readonly rolling = $derived(this.match.phase === 'rolling' && this.active);
  /** The dice that a throw takes now. */
  readonly throwable = $derived(throwableDice(this.dice, this.kept));
  /** Seconds left of the countdown. */
  readonly counting = $derived(
    this.match.phase === 'rolling' ? Math.max(0, Math.ceil((this.match.go - this.time) / 1000)) : 0,
  );
  readonly paused = $derived((this.match.pauses[this.seat] ?? 0) > this.time);
  readonly pauseLeft = (): number => (this.match.pauses[this.seat] ?? 0) - this.props().now();
  /** Seconds until time is up; Infinity without a timer. */
  readonly seconds = $derived(
    this.match.due ? Math.max(0, Math.ceil((this.match.due - this.time) / 1000)) : Infinity,
  );
  readonly spinnerRests = $derived(this.spun === null || this.time >= this.spun.rests);

  readonly marking = $derived(this.match.phase === 'marking' && this.active && this.match.marker === this.me);
  readonly choices = $derived(this.marking ? this.match.choices : []);
  /** The marks that leave nothing to choose. */
  readonly unambiguous = $derived(unambiguousChoices(this.choices));
  /** My turn to mark is over in this round. */
  readonly marked = $derived.by(() => {
    const order = markingOrder(this.match);
    return this.match.marker !== null && order.indexOf(this.seat) < order.indexOf(this.match.marker);
  });
  /** The dice that are used up in this round. */
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
    return this.choices.map((choice) => choice.die);
  });

  /** Whether a command of this type is not answered yet. */
  isPending(type: string): boolean {
    return this.props().pending.some((command) => command.t === type);
  }

  // Events ----------------------------------------------------------------------------------------------

  /** Follow the clock and the events; call the result to stop. */
  start(): () => void {
    const clock = setInterval(() => (this.time = this.props().now()), TICK);
    const unsubscribe = this.props().onEvent(this.onEvent);
    return () => {
      clearInterval(clock);
      unsubscribe();
    };
  }

  private readonly onEvent: EventHandler = (event, after, before) => {
    if (event.t === 'landed' && event.seat === this.seat) {
      this.landings = this.landings.map((count, die) => count + (event.faces[die] ? 1 : 0));
    } else if (event.t === 'spun') {
      this.spun = { place: event.place, rests: event.at + SPIN_TIME };
      setTimeout(() => (this.spun = null), SPIN_TIME + REST_TIME);
    } else if (event.t === 'first' && event.again && before.match?.game === 'sixem') {
      this.rolledBefore = before.match.starts.map((face, at) => (at === event.seat ? event.face : face));
    } else if (event.t === 'stopped') {
      this.queued = false;
    }
    if (after.match?.game === 'sixem' && after.match.marker !== this.me) this.choice = null;
  };

  /** Reset what belongs to a round when another one begins. */
  enterRound(round: number): void {
    if (round === this.round) return;
    this.round = round;
    this.kept = [];
    this.queued = false;
    this.landings = repeat(6, 0);
  }

  /** Make the queued throw once that is possible; drop it if STOP counts by then. */
  runQueuedThrow(): void {
    if (!this.queued || !this.rolling || this.counting > 0 || this.paused || this.flying) return;
    this.queued = false;
    if (!this.counts) this.throw();
  }

  // Actions ---------------------------------------------------------------------------------------------

  private throw(): void {
    if (!this.throwable) return;
    this.lastThrow = performance.now();
    sounds.throw();
    vibrate(15);
    this.props().send({ t: 'throw', round: this.match.round, dice: this.throwable });
  }

  /** Throw, or queue the throw if it is not possible yet; another tap cancels a queued one. */
  readonly tapThrow = (): void => {
    if (!this.rolling || this.paused) return;
    if (this.counting === 0 && (this.throwable || !this.flying)) this.throw();
    else if (performance.now() - this.lastThrow > DEBOUNCE) this.queued = !this.queued;
  };

  readonly stop = (): void => {
    const early = this.counting > 0 || this.paused || this.isPending('stop');
    if (this.rolling && !early) this.props().send({ t: 'stop', round: this.match.round });
  };

  readonly tapDie = (die: HeldDie): void => {
    const choice = this.choices.find((open) => open.die === die.colour);
    if (choice) this.choose(choice);
    if (!this.rolling) return;
    this.kept = toggleKept(this.kept, die);
    vibrate(8);
  };

  /** Mark at once, or first ask whose X goes; choosing the same die again cancels that. */
  readonly choose = (choice: Choice): void => {
    if (this.choice?.die === choice.die) this.choice = null;
    else if (choice.erase.length + choice.give.length > 0) this.choice = choice;
    else this.mark(choice);
  };

  mark(choice: Choice, who: { erase?: number; give?: number } = {}): void {
    this.choice = null;
    sounds.mark();
    vibrate(10);
    this.props().send({ t: 'mark', round: this.match.round, die: choice.die as DieLetter, ...who });
  }

  /** The action of the main button and the space bar. */
  readonly mainAction = (): void => {
    const { send } = this.props();
    if (this.rolling) this.tapThrow();
    else if (this.marking) this.unambiguous.forEach((choice) => this.mark(choice));
    else if (this.mayRoll) send({ t: 'first', again: this.match.again });
    else if (this.maySpin) send({ t: 'spin' });
  };
  readonly mayRoll = $derived(
    this.match.phase === 'starting' && this.active && !this.match.starts[this.seat] && !this.isPending('first'),
  );
  readonly maySpin = $derived(this.match.spins === this.me && this.active && !this.isPending('spin'));

  /** Keys: 1 to 6 for the dice, space for the main action, S or Enter for STOP. */
  readonly onKey = (event: KeyboardEvent): void => {
    const on = (selector: string): boolean => (event.target as Element).closest?.(selector) != null;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || on('dialog, input, select')) return;
    const die = this.dice[Number(event.key) - 1];
    if (die) this.tapDie(die);
    else if (event.key === ' ' && (!on('button') || (this.rolling && on('[data-die]')))) this.mainAction();
    else if (event.key.toLowerCase() === 's') this.stop();
    else if (event.key === 'Enter' && !on('button, a')) (this.rolling ? this.stop : this.mainAction)();
    else if (event.key === 'Escape' && this.choice) this.choice = null;
    else return;
    event.preventDefault();
  };
}

/** The cells that dice point at. */
export const cellsOf = (dice: readonly HeldDie[]): readonly string[] =>
  dice.flatMap(({ colour, face }) => (face ? [`${colour}${face}`] : []));
