/** A visit to a table: the table as stored and as shown, who is here, and sending commands. */

import type { Snippet } from 'svelte';
import { toast } from '../ui/notices.svelte';
import { errorText } from '../text/translate.svelte';
import { randomHex } from '../wire/random';
import { isLocal, ServerProblem } from '../wire/api';
import { browser, Connection, type Environment, type Listener, type CommandBody } from '../wire/connection';
import type { AnyCommand, AnyEvent, Here } from '../wire/messages';
import { afterEvent } from './fold';
import { isRedundantRefusal, withPending } from './pending';
import { fromSnapshot, seatOfPlayer, type Match, type Table } from './table';

/** Called with each event and the table after and before it: for motion, sounds and announcements. */
export type EventHandler = (event: AnyEvent, table: Table, before: Table) => void;

/** The props of a game's component. `M` is Sixto or Sixem. */
export interface GameProps<M extends Match = Match> {
  /** The table as shown: with the commands that are not answered yet. */
  table: Table;
  /** The game at it: `table.match`. */
  match: M;
  /** My seat; null for spectators. */
  me: number | null;
  /** The commands that are not answered yet, oldest first. */
  pending: readonly AnyCommand[];
  /** The seats of those connected, and for how long others have been away. */
  here: Here;
  /** Send a command; the nonce is added, and a refusal is shown to the player. */
  send: (command: CommandBody) => void;
  /** Subscribe to events; call the result to unsubscribe. */
  onEvent: (handler: EventHandler) => () => void;
  /** The time by the server's clock, in milliseconds. */
  now: () => number;
  /** The button that opens the table's menu, for the top right. */
  menu: Snippet;
  /** A note and a button for each player who has been away for long, for above the buttons. Usually empty. */
  absent: Snippet;
  /** The buttons of a finished game, side by side, for the bottom. */
  ending: Snippet;
}

/** Milliseconds that a page was hidden after which its socket may have died unnoticed. */
const HIDDEN_LIMIT = 5000;
/** Milliseconds between attempts while there is no server at the beginning. */
const FIRST_RETRY = 1000;
/** Milliseconds between requests for a new cookie while disconnected. */
const IDENTIFY_INTERVAL = 5000;

export class Session {
  private clockOffset = -Infinity;
  /** As the server sent it; null until it has. */
  table = $state.raw<Table | null>(null);
  pending = $state.raw<readonly AnyCommand[]>([]);
  here = $state.raw<Here>({ t: 'here', seats: [] });
  player = $state('');
  name = $state('');
  connected = $state(true);
  /** Why the server does not let us in for now: a key of the catalogue; empty when it does. */
  heldOff = $state('');
  /** Called with a refused command; true: nothing more need be said. */
  onRefused: ((command: AnyCommand, code: string) => boolean) | null = null;
  /** Why the server refused us for good: a key of the catalogue. */
  rejection = $state('');
  /** The time by the server's clock, estimated from the least delayed message. */
  readonly now = (): number => Date.now() + (Number.isFinite(this.clockOffset) ? this.clockOffset : 0);

  readonly me = $derived(this.table && seatOfPlayer(this.table, this.player));
  readonly shown = $derived(this.table && withPending(this.table, this.me, this.pending, this.now()));

  private connection: Connection | null = null;
  private readonly handlers = new Set<EventHandler>();
  private readonly ending = new AbortController();

  /** `identify` gets the cookie without which the server refuses sockets; a table on this device needs none. */
  constructor(
    readonly code: string,
    identify: () => Promise<unknown>,
  ) {
    if (isLocal(code)) void this.beginHere();
    else void this.begin(identify);
  }

  private async beginHere(): Promise<void> {
    try {
      const { environmentFor } = await import('../offline/later');
      this.connect(await environmentFor(this.code));
    } catch (problem) {
      this.rejection = problem instanceof ServerProblem ? problem.code : 'app.offline';
    }
  }

  private async begin(identify: () => Promise<unknown>): Promise<void> {
    if (this.ending.signal.aborted) return;
    try {
      await identify();
    } catch (problem) {
      this.connected = false;
      if (problem instanceof ServerProblem && problem.code !== 'app.offline') this.heldOff = problem.code;
      setTimeout(() => void this.begin(identify), FIRST_RETRY);
      return;
    }
    this.connect(browser);
    this.keepIdentity(identify);
  }

  private connect(environment: Environment): void {
    if (this.ending.signal.aborted) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = `/api/tables/${encodeURIComponent(this.code)}/socket`;
    this.connection = new Connection(`${scheme}://${location.host}${path}`, this.listener, environment);
    this.renewOnWake(this.connection);
  }

  /** Reconnect at once when the network is back or the page becomes visible, rather than at the next attempt. */
  private renewOnWake(connection: Connection): void {
    const { signal } = this.ending;
    let left = 0;
    addEventListener('online', () => connection.renew(), { signal });
    const { connection: network } = navigator as { connection?: EventTarget & { type?: string } };
    let type = network?.type;
    network?.addEventListener(
      'change', // from wifi to mobile data, in browsers that report it
      () => {
        if (network.type !== type) connection.renew();
        type = network.type;
      },
      { signal },
    );
    addEventListener('pageshow', (event) => event.persisted && connection.renew(), { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden) left = Date.now();
        else if (!this.connected || Date.now() - left > HIDDEN_LIMIT) connection.renew();
      },
      { signal },
    );
  }

  /** Ask for a cookie while disconnected: a server that lost its data does not know ours, and refuses us. */
  private keepIdentity(identify: () => Promise<unknown>): void {
    if (this.ending.signal.aborted) return;
    const timer = setInterval(() => {
      if (!this.connected && !document.hidden) identify().catch(() => {}); // the server is not there yet
    }, IDENTIFY_INTERVAL);
    this.ending.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** End the visit; the seat is kept. */
  close(): void {
    this.ending.abort();
    this.connection?.close();
  }

  readonly send = (command: CommandBody): void => {
    if (!this.connection) return;
    this.pending = [...this.pending, this.connection.send(command)];
  };

  /** Take this seat, or any free one, and add to the seed of the dice. */
  readonly sit = (seat: number | null = null): void => this.send({ t: 'sit', add: randomHex(16), seat });

  readonly onEvent = (handler: EventHandler): (() => void) => {
    this.handlers.add(handler);
    return () => this.handlers.delete(handler);
  };

  // What the connection receives ------------------------------------------------------------------------

  private readonly listener: Listener = {
    onWelcome: (welcome) => {
      this.player = welcome.player;
      this.name = welcome.name;
      this.clockOffset = welcome.at - Date.now();
      if (welcome.table) this.table = fromSnapshot(welcome.table);
    },
    onEvent: (event) => this.receive(event),
    onPresence: (here) => {
      this.here = here;
    },
    onAnswer: (command, refusal) => {
      this.settle(command.n);
      if (refusal && !this.onRefused?.(command, refusal) && !isRedundantRefusal(command, refusal)) toast(errorText(refusal));
    },
    onConnected: (connected) => {
      this.connected = connected;
      if (connected) this.heldOff = '';
    },
    onHeldOff: (code) => {
      this.heldOff = code;
    },
    onRejected: (code) => {
      this.rejection = code;
    },
  };

  private receive(event: AnyEvent): void {
    const before = this.table;
    if (!before) return;
    this.clockOffset = Math.max(this.clockOffset, event.at - Date.now());
    this.table = afterEvent(before, event);
    if (event.n) this.settle(event.n); // in the same update, so that nothing flickers
    for (const handler of this.handlers) handler(event, this.table, before);
  }

  private settle(nonce: string): void {
    this.pending = this.pending.filter((command) => command.n !== nonce);
  }
}
