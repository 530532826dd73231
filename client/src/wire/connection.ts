/**
 * The connection to a table. It reconnects by itself, and each command is answered once however often it drops.
 *
 * On reconnecting it names the last version it received and the server's boot id at that time, and the server sends
 * what was missed. A command without an answer is sent again with its nonce, which the server applies once.
 */

import { randomHex } from './random';
import type { AnyCommand, AnyEvent, Here, AnyMessage, Welcome } from './messages';

/** A command without its nonce. */
export type CommandBody = AnyCommand extends infer C ? (C extends AnyCommand ? Omit<C, 'n'> : never) : never;

/** Called with what the connection receives. */
export interface Listener {
  onWelcome(welcome: Welcome): void;
  onEvent(event: AnyEvent): void;
  onPresence(here: Here): void;
  /** A command of ours was answered: by an event, or by a refusal with this code. */
  onAnswer(command: AnyCommand, refusal: string | null): void;
  onConnected(connected: boolean): void;
  /** The server refused us for now, with this code. We try again. */
  onHeldOff?(code: string): void;
  /** The server refused us for good, with this code. There is no reconnecting. */
  onRejected(code: string): void;
}

/** The part of a WebSocket that a connection uses. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Sockets, timers and chance; tests bring their own. */
export interface Environment {
  open(address: string): Socket;
  /** Start a timer; call the result to cancel it. */
  setTimer(milliseconds: number, action: () => void): () => void;
  /** A number from 0 to below 1. */
  random(): number;
}

export const browser: Environment = {
  open: (address) => new WebSocket(address),
  setTimer(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/**
 * The longest pause before each attempt to reconnect, in milliseconds; the last one is repeated. Chance shortens it, so
 * that all whom a server lost do not come back at once.
 */
export const RETRY_DELAYS = [400, 400, 800, 1500];
/** Milliseconds without an answer to a command after which a socket counts as dead. */
export const ANSWER_TIMEOUT = 4000;
/** Milliseconds that a new socket has until its welcome; longer at each attempt, for slow networks. */
export const WELCOME_TIMEOUTS = [2000, 3000, 4000, 6000, 8000];
/** Milliseconds without any message after which a second socket is tried: some die unnoticed. */
export const IDLE_LIMIT = 25_000;
/** Close codes from here to 4099 are final. */
const FINAL = 4000;
const MESSAGE_TOO_BIG = 1009;
const TRY_AGAIN_LATER = 1013;
const NORMAL_CLOSURE = 1000;

export class Connection {
  #socket: Socket | null = null;
  #version = 0;
  #boot = '';
  #attempts = 0;
  #refusal = '';
  #welcomed = false;
  /** What the listener was told last. */
  #connected = false;
  /** How many sockets in a row got no welcome in time. */
  #timeouts = 0;
  /** The previous socket, while a second one is tried. */
  #old: Socket | null = null;
  #ended = false;
  #count = 0;
  readonly #unanswered = new Map<string, AnyCommand>();
  #cancelRetry = (): void => {};
  #cancelWatch = (): void => {};

  /** `address` is that of the socket, without its query. */
  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly environment: Environment = browser,
  ) {
    this.#open();
  }

  /** Send a command; the listener gets the answer. */
  send(body: CommandBody): AnyCommand {
    this.#count += 1;
    // An answer shows its nonce to the whole table. Were the next one predictable, others could use it up.
    const command = { ...body, n: `${randomHex(4)}-${this.#count}` } as AnyCommand;
    if (this.#ended) return command;
    this.#unanswered.set(command.n, command);
    if (this.#welcomed) {
      this.#socket?.send(JSON.stringify(command));
      this.#watch();
    }
    return command;
  }

  /** Open a new socket at once: the network is back, or the old socket may have died unnoticed. */
  renew(): void {
    if (this.#ended) return;
    this.#attempts = 0;
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#ended = true;
    this.#drop();
  }

  #open(): void {
    this.#cancelRetry();
    const socket = this.environment.open(`${this.address}?since=${this.#version}&boot=${this.#boot}`);
    this.#socket = socket;
    this.#watch(WELCOME_TIMEOUTS[Math.min(this.#timeouts, WELCOME_TIMEOUTS.length - 1)]);
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as AnyMessage);
    socket.onclose = ({ code }) => this.#onClose(code);
  }

  #drop(): void {
    this.#cancelRetry();
    this.#cancelWatch();
    discard(this.#socket);
    discard(this.#old);
    this.#socket = this.#old = null;
    this.#setDisconnected();
  }

  #setDisconnected(): void {
    this.#cancelWatch();
    this.#welcomed = false;
    if (this.#connected) {
      this.#connected = false;
      this.listener.onConnected(false);
    }
  }

  /** Try a second socket after a long silence. The old one stays until the welcome, so that nobody sees us leave. */
  #probe(): void {
    this.#old = this.#socket;
    if (this.#old) this.#old.onmessage = this.#old.onclose = null;
    this.#welcomed = false;
    this.#open();
  }

  #onClose(code: number): void {
    const known = this.#connected;
    this.#socket = null;
    this.#setDisconnected();
    if ((code >= FINAL && code < FINAL + 100) || code === MESSAGE_TOO_BIG) {
      this.#ended = true;
      this.listener.onRejected(this.#refusal || 'table.unknown');
      return;
    }
    if (code === TRY_AGAIN_LATER && this.#refusal) this.listener.onHeldOff?.(this.#refusal);
    if (this.#attempts === 0 && !known) this.listener.onConnected(false); // even if there never was a welcome
    const delay = RETRY_DELAYS[Math.min(this.#attempts, RETRY_DELAYS.length - 1)] ?? 0;
    this.#cancelRetry = this.environment.setTimer(delay * this.environment.random(), () => this.#open());
    this.#attempts += 1;
  }

  /** Replace a socket on which nothing comes for this long. */
  #watch(timeout = this.#unanswered.size > 0 ? ANSWER_TIMEOUT : IDLE_LIMIT): void {
    this.#cancelWatch();
    this.#cancelWatch = this.environment.setTimer(timeout, () => {
      if (this.#welcomed && this.#unanswered.size === 0) {
        this.#probe();
        return;
      }
      if (!this.#welcomed) this.#timeouts += 1;
      this.renew();
    });
  }

  #receive(message: AnyMessage): void {
    switch (message.t) {
      case 'welcome':
        this.#onWelcome(message);
        break;
      case 'refused':
        this.#refusal = message.n ? this.#refusal : message.code;
        this.#onAnswer(message.n ?? '', message.code);
        break;
      case 'here':
        this.listener.onPresence(message);
        if (this.#unanswered.size === 0) this.#watch();
        break;
      default:
        this.#onEvent(message);
    }
  }

  #onWelcome(message: Welcome): void {
    this.#boot = message.boot ?? '';
    if (message.table) this.#version = message.v;
    this.#attempts = this.#timeouts = 0;
    this.#welcomed = true;
    discard(this.#old);
    this.#old = null;
    this.listener.onWelcome(message);
    if (!this.#connected) this.listener.onConnected(true);
    this.#connected = true;
    for (const command of this.#unanswered.values()) this.#socket?.send(JSON.stringify(command));
    this.#watch();
  }

  #onEvent(event: AnyEvent): void {
    const version = event.v ?? 0;
    if (version === this.#version + 1) {
      this.#version = version;
      this.listener.onEvent(event);
      if (this.#unanswered.size === 0) this.#watch();
    } else if (version > this.#version) {
      this.renew(); // an event is missing: reconnect to get it
      return;
    }
    this.#onAnswer(event.n ?? '', null);
  }

  #onAnswer(nonce: string, refusal: string | null): void {
    const command = this.#unanswered.get(nonce);
    if (!command) return;
    this.#unanswered.delete(nonce);
    this.#watch();
    this.listener.onAnswer(command, refusal);
  }
}

/** Close a socket and ignore what it still sends. */
function discard(socket: Socket | null): void {
  if (!socket) return;
  socket.onmessage = socket.onclose = null;
  socket.close(NORMAL_CLOSURE);
}
