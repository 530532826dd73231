/** The state and the actions of my seat in Sixem: which dice are kept, what I can do now, and doing it. */

import { vibrate } from '../ui/sound';
import { settings } from '../settings.svelte';
import { markingOrder, plays, showsOneToSix } from '../table/sixem';
import type { GameProps, EventHandler } from '../table/session.svelte';
import { reading } from '../table/reading.svelte';
import { COLOURS, repeat, type Choice, type Colour, type Sixem } from '../table/table';
import { say } from '../text/translate.svelte';
import type { Die as DieLetter } from '../wire/messages';
import { cellsOf, DEBOUNCE, diceOf, keepMissing, oneOfEach, throwableDice, toggleKept, type HeldDie } from './dice';
import { Complaint } from './complaint.svelte';
import { StagedMarks, type Staged } from './marks.svelte';
import { sounds } from './sounds';
import { MOMENT, SPIN_TIME, STOP_GRACE, TIE_TIME, TURN_GRACE } from './timing';

/** Milliseconds between updates of the clock. */
const TICK = 50;
/** Seconds left of the timer at which chosen marks are sent, rather than lost. */
const LAST_SECOND = 1;
/** One and the same, so that nothing is drawn anew as long as there is none. */
const NONE: readonly never[] = [];

export class SixemController {
  kept = $state.raw<readonly Colour[]>([]);
  /** A throw waits for the start, or for dice to land. */
  queued = $state(false);
  /** For each of my dice, how often it has landed in this round. */
  landings = $state.raw<readonly number[]>(repeat(6, 0));
  /** Where the spinner comes to rest, and when; null when it is not shown. */
  spun = $state.raw<{ place: number; rests: number } | null>(null);
  /** What everybody rolled in a tie at the start, while it is shown. */
  tie = $state.raw<readonly number[] | null>(null);
  /** The seat whose board a spectator looks at. */
  watched = $state(0);
  readonly complaint = new Complaint();
  private time = $state(0);
  /** When taps mark; until then they were meant for the race. */
  private marksFrom = $state(0);
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
  /** The dice in the rail: those kept, and after STOP one of each number. */
  readonly railed = $derived.by(() => {
    if (this.match.phase === 'rolling') return this.kept;
    const board = this.match.boards[this.seat] ?? [];
    return keepMissing(this.marks.staged.map(({ die }) => die as Colour), this.dice, board);
  });
  readonly flying = $derived(this.dice.some((die) => die.flying));
  /** My six dice show 1 to 6, so STOP counts. */
  readonly counts = $derived(showsOneToSix(this.match.dice[this.seat]));
  readonly rolling = $derived(this.match.phase === 'rolling' && this.active);
  /** The dice that a throw takes now. */
  readonly throwable = $derived(throwableDice(this.dice, this.kept));
  /** Seconds left until the start. */
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
  /** Somebody has just called STOP, or my turn to mark has just come: taps do nothing yet. */
  readonly grace = $derived(this.match.phase !== 'rolling' && this.time < this.marksFrom);
  readonly choices = $derived(this.marking ? this.match.choices : NONE);
  readonly marks = new StagedMarks(() => this.choices);
  /** My turn to mark is over in this round. */
  readonly marked = $derived.by(() => {
    const order = markingOrder(this.match);
    return this.match.marker !== null && order.indexOf(this.seat) < order.indexOf(this.match.marker);
  });
  /** A bot marks, and can be asked to hurry. */
  readonly watchesBot = $derived.by(() => {
    const marker = this.match.phase === 'marking' ? this.match.marker : null;
    return marker !== null && marker !== this.me && !!this.props().table.seats[marker]?.bot;
  });
  /** The dice that are used up in this round. */
  readonly used = $derived.by((): readonly string[] => {
    if (this.marking) return COLOURS.filter((colour) => !this.choices.some((open) => open.die === colour));
    return this.match.phase === 'marking' && this.marked ? COLOURS : [];
  });
  /** The cells that my dice point at. */
  readonly pointed = $derived(
    this.marking || this.marked || this.match.phase === 'over' ? NONE : cellsOf(this.dice),
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
      this.complaint.clear();
    };
  }

  private readonly onEvent: EventHandler = (event, after, before) => {
    const then = after.match?.game === 'sixem' ? after.match : null;
    const earlier = before.match?.game === 'sixem' ? before.match : null;
    if (event.t === 'landed' && event.seat === this.seat) {
      this.landings = this.landings.map((count, die) => count + (event.faces[die] ? 1 : 0));
      if (then && this.me !== null) this.keepLanded(then);
    } else if (event.t === 'spun') {
      this.spun = { place: event.place, rests: event.at + SPIN_TIME };
      setTimeout(() => (this.spun = null), SPIN_TIME + MOMENT);
    } else if (event.t === 'first' && event.again && earlier) {
      this.showTie(earlier.starts.map((face, at) => (at === event.seat ? event.face : face)));
    } else if (event.t === 'stopped') {
      this.queued = false;
      this.waitToMark(STOP_GRACE);
    }
    if (then && then.marker === this.me && earlier?.marker !== this.me) this.waitToMark(TURN_GRACE);
    if (then && then.marker !== this.me) this.marks.clear();
  };

  private waitToMark(milliseconds: number): void {
    this.time = this.props().now();
    this.marksFrom = Math.max(this.marksFrom, this.time + milliseconds);
  }

  private showTie(rolled: readonly number[]): void {
    this.tie = rolled;
    setTimeout(() => (this.tie = null), TIE_TIME);
  }

  /** Of dice with the same number one is kept; by themselves those that are missing, if the player wants that. */
  private keepLanded(match: Sixem): void {
    const dice = diceOf(match, this.seat);
    this.kept = oneOfEach(this.kept, dice);
    if (settings.autoKeep) this.kept = keepMissing(this.kept, dice, match.boards[this.seat] ?? []);
  }

  /** Reset what belongs to a round when another one begins. */
  enterRound(round: number): void {
    if (round === this.round) return;
    this.round = round;
    this.kept = [];
    this.queued = false;
    this.landings = repeat(6, 0);
    this.marks.clear();
  }

  /** Make the queued throw once that is possible; drop it if STOP counts by then. */
  runQueuedThrow(): void {
    if (!this.queued || !this.rolling || this.counting > 0 || this.paused || this.flying) return;
    this.queued = false;
    if (!this.counts) this.throw();
  }

  /** With 1 to 6 all dice are kept: no throw by accident, and STOP has the room. */
  keepComplete(): void {
    if (this.rolling && this.counts) this.kept = COLOURS;
  }

  /** Send chosen marks before time is up. */
  sendInTime(): void {
    const { staged } = this.marks;
    if (this.marking && staged.length > 0 && this.seconds <= LAST_SECOND) this.send(staged);
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

  /** Keep or release a die, or choose it to mark with; `at` is what shakes if that cannot be. */
  readonly tapDie = (die: HeldDie, at?: Element): void => {
    if (this.rolling) this.tapKeep(die, at);
    else if (this.match.phase === 'marking') {
      this.tapMark(this.choices.find((open) => open.die === die.colour), say('round.why_marked'), at);
    }
  };

  private tapKeep(die: HeldDie, at?: Element): void {
    if (!die.face && !die.flying) {
      this.complaint.show(say('round.why_in_hand'), at);
      return;
    }
    this.kept = toggleKept(this.kept, die, this.dice);
    if (this.kept.includes(die.colour)) sounds.keep();
    vibrate(8);
  }

  /** A tap on a cell of my board that is no offer says why. */
  readonly tapCell = (cell: string, at: Element): void => {
    if (this.me === null || this.match.phase === 'over') return;
    if (this.match.phase !== 'marking') this.complaint.show(say('round.why_after_stop'), at);
    else this.tapMark(this.choices.find((open) => open.cell === cell), say('round.why_no_die'), at);
  };

  private tapMark(choice: Choice | undefined, why: string, at?: Element): void {
    if (this.grace) return;
    if (choice) this.choose(choice);
    else if (this.marking) this.complaint.show(why, at);
    else if (!this.marked) this.complaint.show(say('round.why_wait'), at);
  }

  /** Choose a mark, or lift it again; where another's X is at stake, first ask whose goes. */
  readonly choose = (choice: Choice): void => {
    if (this.grace) return;
    if (this.marks.toggle(choice)) sounds.mark();
    else sounds.lift();
    vibrate(10);
  };

  /** Answer whose X goes; nothing is sent before the marks are confirmed. */
  readonly decide = (who: { erase?: number; give?: number }): void => {
    this.marks.decide(who);
    sounds.mark();
    vibrate(10);
  };

  /** Send all marks, or say what is still to choose. */
  readonly confirm = (at?: Element): void => {
    if (this.grace || !this.marking) return;
    const numbers = this.marks.undecided;
    if (numbers.length > 0) this.complaint.show(say('round.choose_for', { numbers: numbers.join(', ') }), at);
    else this.send(this.marks.complete);
  };

  private send(marks: readonly Staged[]): void {
    this.marks.clear();
    for (const { die, erase, give } of marks) {
      const who = { ...(erase === undefined ? {} : { erase }), ...(give === undefined ? {} : { give }) };
      this.props().send({ t: 'mark', round: this.match.round, die: die as DieLetter, ...who });
    }
  }

  readonly hurry = (): void => this.props().send({ t: 'react', reaction: 'hurry' });

  /** The action of the main button and the space bar. */
  readonly mainAction = (at?: Element): void => {
    const { send } = this.props();
    if (reading.offers) return;
    if (reading.next) reading.next();
    else if (this.rolling) this.tapThrow();
    else if (this.marking) this.confirm(at);
    else if (this.watchesBot) this.hurry();
    else if (this.mayRoll) send({ t: 'first', again: this.match.again });
    else if (this.maySpin) send({ t: 'spin' });
  };
  readonly mayRoll = $derived(
    this.match.phase === 'starting' &&
      this.active &&
      this.tie === null &&
      !this.match.starts[this.seat] &&
      !this.isPending('first'),
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
    else if (event.key === 'Escape' && this.marks.asked) this.marks.asked = null;
    else return;
    event.preventDefault();
  };
}
