/** Being at a table: the table as it stands and as it is shown, who is here, and a way to ask for something. */

import type { Snippet } from 'svelte';
import { toast } from '../look/notices.svelte';
import { whyNot } from '../text/speech.svelte';
import { randomHex } from '../wire/chance';
import { Connection, type Listener, type Wish } from '../wire/connection';
import type { AnyCommand, AnyEvent, Here } from '../wire/messages';
import { after } from './fold';
import { isOldNews, withPending } from './pending';
import { filled, seatOfPlayer, type Match, type Table } from './table';

/** Hears each event, with the table before and after it: for motion, sounds and announcements. */
export type Hearing = (event: AnyEvent, table: Table, before: Table) => void;

/** What a game's component gets. `M` is Sixto or Sixem. */
export interface GameProps<M extends Match = Match> {
  /** The table as shown: with what was tapped and is not answered yet. */
  table: Table;
  /** The game at it: `table.match`. */
  match: M;
  /** My seat, or null for who only watches. */
  me: number | null;
  /** What was asked and is not answered yet, oldest first. */
  pending: readonly AnyCommand[];
  /** Who is here: seats of those connected, and since when others are away. */
  here: Here;
  /** Ask for something; the nonce comes by itself, and a refusal is told to the player. */
  send: (wish: Wish) => void;
  /** Be told of every event from now on; call what comes back to stop. */
  hear: (hearing: Hearing) => () => void;
  /** The time by the server's clock, in milliseconds. */
  now: () => number;
  /** The button that opens the table's menu: stands at the top, on the right. */
  menu: Snippet;
  /** Who has been away for long, and a button for each; empty as a rule: stands above the buttons. */
  absent: Snippet;
  /** The buttons of a finished game, side by side: stand at the bottom. */
  ending: Snippet;
}

/** Milliseconds out of sight after which the line may have died without a word. */
const ASLEEP = 5000;
/** Milliseconds until a server is looked for again that was not there at the beginning. */
const LATER = 1000;
/** Milliseconds between looks whether a server that does not let us in knows us. */
const UNKNOWN = 5000;

export class Session {
  private ahead = -Infinity;
  /** As the server told it; null before it has. */
  table = $state.raw<Table | null>(null);
  pending = $state.raw<readonly AnyCommand[]>([]);
  here = $state.raw<Here>({ t: 'here', seats: [] });
  player = $state('');
  name = $state('');
  connected = $state(true);
  /** Why there is no staying here: a key of the catalogue. */
  sentAway = $state('');
  /** The time by the server's clock: the least delayed message tells best. */
  readonly now = (): number => Date.now() + (Number.isFinite(this.ahead) ? this.ahead : 0);

  readonly me = $derived(this.table && seatOfPlayer(this.table, this.player));
  readonly shown = $derived(this.table && withPending(this.table, this.me, this.pending, this.now()));

  private connection: Connection | null = null;
  private readonly hearings = new Set<Hearing>();
  private readonly ending = new AbortController();

  /** `identify` makes sure that there is a cookie, without which no table lets anybody in. */
  constructor(
    readonly code: string,
    identify: () => Promise<unknown>,
  ) {
    void this.begin(identify);
  }

  private async begin(identify: () => Promise<unknown>): Promise<void> {
    if (this.ending.signal.aborted) return;
    try {
      await identify();
    } catch {
      this.connected = false;
      setTimeout(() => void this.begin(identify), LATER);
      return;
    }
    if (this.ending.signal.aborted) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = `/api/tables/${encodeURIComponent(this.code)}/socket`;
    this.connection = new Connection(`${scheme}://${location.host}${path}`, this.listener);
    this.comeBackEarly(this.connection);
    this.stayKnown(identify);
  }

  /** A network that is there again, and a phone that wakes up, are not made to wait for the next attempt. */
  private comeBackEarly(connection: Connection): void {
    const { signal } = this.ending;
    let left = 0;
    addEventListener('online', () => connection.renew(), { signal });
    const { connection: network } = navigator as { connection?: EventTarget & { type?: string } };
    let type = network?.type;
    network?.addEventListener(
      'change', // from wifi to mobile data, where the browser tells
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
        else if (!this.connected || Date.now() - left > ASLEEP) connection.renew();
      },
      { signal },
    );
  }

  /** A server that lost its data does not know our cookie, and lets nobody in without one. */
  private stayKnown(identify: () => Promise<unknown>): void {
    const timer = setInterval(() => {
      if (!this.connected && !document.hidden) identify().catch(() => {}); // it is not there yet
    }, UNKNOWN);
    this.ending.signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** Leave the page of this table; the seat stays ours. */
  close(): void {
    this.ending.abort();
    this.connection?.close();
  }

  readonly send = (wish: Wish): void => {
    if (!this.connection) return;
    this.pending = [...this.pending, this.connection.send(wish)];
  };

  /** Take a seat, adding to the dice; any free one if none is named. */
  readonly sit = (seat: number | null = null): void => this.send({ t: 'sit', add: randomHex(16), seat });

  readonly hear = (hearing: Hearing): (() => void) => {
    this.hearings.add(hearing);
    return () => this.hearings.delete(hearing);
  };

  // What the connection says ------------------------------------------------------------------------------

  private readonly listener: Listener = {
    welcomed: (welcome) => {
      this.player = welcome.player;
      this.name = welcome.name;
      this.ahead = welcome.at - Date.now();
      if (welcome.table) this.table = filled(welcome.table);
    },
    happened: (event) => this.happened(event),
    present: (here) => {
      this.here = here;
    },
    answered: (ask, refusal) => {
      this.settle(ask.n);
      if (refusal && !isOldNews(ask, refusal)) toast(whyNot(refusal));
    },
    connected: (yes) => {
      this.connected = yes;
    },
    sentAway: (code) => {
      this.sentAway = code;
    },
  };

  private happened(event: AnyEvent): void {
    const before = this.table;
    if (!before) return;
    this.ahead = Math.max(this.ahead, event.at - Date.now());
    this.table = after(before, event);
    if (event.n) this.settle(event.n); // in the same breath, so that nothing flickers
    for (const hearing of this.hearings) hearing(event, this.table, before);
  }

  private settle(nonce: string): void {
    this.pending = this.pending.filter((ask) => ask.n !== nonce);
  }
}
