/**
 * The line to a table: it comes back by itself, and each message is answered once however often it drops.
 *
 * It names the last version it has heard and the life of the server (`boot`) in which it did, and hears what it
 * missed. A message without an answer is sent again with its nonce, which the server applies once.
 */

import { randomHex } from './chance';
import type { AnyCommand, AnyEvent, Here, AnyMessage, Welcome } from './messages';

/** A message without its nonce. */
export type Wish = AnyCommand extends infer A ? (A extends AnyCommand ? Omit<A, 'n'> : never) : never;

/** Whoever hears what comes. */
export interface Listener {
  welcomed(welcome: Welcome): void;
  happened(event: AnyEvent): void;
  present(here: Here): void;
  /** A message of ours has its answer: an event that happened, or the code of a refusal. */
  answered(ask: AnyCommand, refusal: string | null): void;
  connected(yes: boolean): void;
  /** There is no coming back, and why. */
  sentAway(code: string): void;
}

/** What a line needs of a socket. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** What a line needs of the world; tests bring one of their own. */
export interface World {
  open(address: string): Socket;
  later(milliseconds: number, what: () => void): () => void;
}

export const browser: World = {
  open: (address) => new WebSocket(address),
  later(milliseconds, what) {
    const timer = setTimeout(what, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Milliseconds between attempts to come back; the last one again and again. */
export const RETRIES = [0, 100, 250, 500, 1000, 1500];
/** Without an answer for so long the line is taken for dead. */
export const PATIENCE = 4000;
/** So long a new line may take until its welcome; more each time, for there are slow networks. */
export const OPENING = [2000, 3000, 4000, 6000, 8000];
/** After so long without a word another line is tried beside this one: some die unnoticed. */
export const SILENCE = 25_000;
const FINAL = 4000;
const TOO_LONG = 1009;
const CHANGED_ITS_MIND = 1000;

export class Connection {
  private socket: Socket | null = null;
  private version = 0;
  private boot = '';
  private tries = 0;
  private refusal = '';
  private welcome = false;
  /** What the listener believes. */
  private up = false;
  /** How many lines in a row had no welcome in time. */
  private slow = 0;
  /** The line from before, while another one is tried. */
  private old: Socket | null = null;
  private ended = false;
  private count = 0;
  private readonly unanswered = new Map<string, AnyCommand>();
  private cancelRetry = (): void => {};
  private cancelWatch = (): void => {};

  /** `address` is where the socket is, without what was seen already. */
  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly world: World = browser,
  ) {
    this.open();
  }

  /** Send a message; its answer comes to the listener. */
  send(wish: Wish): AnyCommand {
    this.count += 1;
    // All at the table see a nonce once it was answered: who could guess the next one could answer it for us.
    const ask = { ...wish, n: `${randomHex(4)}-${this.count}` } as AnyCommand;
    if (this.ended) return ask;
    this.unanswered.set(ask.n, ask);
    if (this.welcome) {
      this.socket?.send(JSON.stringify(ask));
      this.watch();
    }
    return ask;
  }

  /** There may be a network again, or the line may have died unnoticed: a new one, at once. */
  renew(): void {
    if (this.ended) return;
    this.tries = 0;
    this.drop();
    this.open();
  }

  close(): void {
    this.ended = true;
    this.drop();
  }

  private open(): void {
    this.cancelRetry();
    const socket = this.world.open(`${this.address}?since=${this.version}&boot=${this.boot}`);
    this.socket = socket;
    this.watch(OPENING[Math.min(this.slow, OPENING.length - 1)]);
    socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as AnyMessage);
    socket.onclose = ({ code }) => this.lost(code);
  }

  private drop(): void {
    this.cancelRetry();
    this.cancelWatch();
    retire(this.socket);
    retire(this.old);
    this.socket = this.old = null;
    this.down();
  }

  private down(): void {
    this.cancelWatch();
    this.welcome = false;
    if (this.up) {
      this.up = false;
      this.listener.connected(false);
    }
  }

  /** Nothing was heard for long. Nobody is to see us go, so the old line stays until the new one is welcomed. */
  private probe(): void {
    this.old = this.socket;
    if (this.old) this.old.onmessage = this.old.onclose = null;
    this.welcome = false;
    this.open();
  }

  private lost(code: number): void {
    const known = this.up;
    this.socket = null;
    this.down();
    if ((code >= FINAL && code < FINAL + 100) || code === TOO_LONG) {
      this.ended = true;
      this.listener.sentAway(this.refusal || 'table.unknown');
      return;
    }
    if (this.tries === 0 && !known) this.listener.connected(false); // also where there never was a welcome
    this.cancelRetry = this.world.later(RETRIES[Math.min(this.tries, RETRIES.length - 1)] ?? 0, () => this.open());
    this.tries += 1;
  }

  /** Nothing is heard for long: try another line. */
  private watch(patience = this.unanswered.size > 0 ? PATIENCE : SILENCE): void {
    this.cancelWatch();
    this.cancelWatch = this.world.later(patience, () => {
      if (this.welcome && this.unanswered.size === 0) {
        this.probe();
        return;
      }
      if (!this.welcome) this.slow += 1;
      this.renew();
    });
  }

  private hear(message: AnyMessage): void {
    switch (message.t) {
      case 'welcome':
        this.welcomed(message);
        break;
      case 'refused':
        this.refusal = message.n ? this.refusal : message.code;
        this.answer(message.n ?? '', message.code);
        break;
      case 'here':
        this.listener.present(message);
        if (this.unanswered.size === 0) this.watch();
        break;
      default:
        this.happened(message);
    }
  }

  private welcomed(message: Welcome): void {
    this.boot = message.boot ?? '';
    if (message.table) this.version = message.v;
    this.tries = this.slow = 0;
    this.welcome = true;
    retire(this.old);
    this.old = null;
    this.listener.welcomed(message);
    if (!this.up) this.listener.connected(true);
    this.up = true;
    for (const ask of this.unanswered.values()) this.socket?.send(JSON.stringify(ask));
    this.watch();
  }

  private happened(event: AnyEvent): void {
    const version = event.v ?? 0;
    if (version === this.version + 1) {
      this.version = version;
      this.listener.happened(event);
      if (this.unanswered.size === 0) this.watch();
    } else if (version > this.version) {
      this.renew(); // something is missing: ask for it
      return;
    }
    this.answer(event.n ?? '', null);
  }

  private answer(nonce: string, refusal: string | null): void {
    const ask = this.unanswered.get(nonce);
    if (!ask) return;
    this.unanswered.delete(nonce);
    this.watch();
    this.listener.answered(ask, refusal);
  }
}

/** Forget a socket, whatever it still says. */
function retire(socket: Socket | null): void {
  if (!socket) return;
  socket.onmessage = socket.onclose = null;
  socket.close(CHANGED_ITS_MIND);
}
