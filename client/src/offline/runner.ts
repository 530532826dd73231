/**
 * Runs one table on this device: its queue, its timer and its ports. What Python decides is stored before any port
 * hears of it; if that fails, Python forgets the table, and it is opened again from the log.
 */

import type { Change, LogStore, NewLog } from './store';

/** `sixes.local.bridge.Bridge`, which speaks JSON. */
export interface Bridge {
  open(code: string, seed: string, log: string, now: number): string;
  close(code: string): void;
  join(code: string, since: number, now: number): string;
  receive(code: string, message: string, now: number): string;
  wake(code: string, now: number): string;
  request(method: string, path: string, body: string, now: number): string;
}
interface Step extends Omit<Change, 'entries'> {
  wake: number;
  entries?: string[];
  frames?: string[];
}
export interface Reply {
  status: number;
  body: string;
  made?: NewLog;
}
/** The part of a MessagePort that is used: texts are messages, as on a WebSocket. */
export type Port = Pick<MessagePort, 'postMessage' | 'close' | 'onmessage'>;

/** Clock and timers of a worker; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970, by a clock that nobody sets. */
  now(): number;
  /** Start a timer; call the result to cancel it. */
  setTimer(milliseconds: number, action: () => void): () => void;
}

/** Close codes, as on a server: come back in a moment, try again later, do not come back. */
export const [RESTARTING, NOT_NOW, REFUSED] = [1012, 1013, 4000];
/** Milliseconds until bots and timers go on after nothing could be stored. */
export const RETRY = 5000;

export class TableRunner {
  #queue = Promise.resolve();
  readonly #ports = new Set<Port>();
  /** Ports that come in once the table is open. */
  readonly #coming = new Set<Port>();
  #opened = false;
  /** Until when nothing is tried by itself, since storing failed. */
  #held = 0;
  #cancelTimer = (): void => {};

  constructor(
    private readonly code: string,
    private readonly bridge: Bridge,
    private readonly store: LogStore,
    private readonly clock: Clock,
  ) {}

  get isIdle(): boolean {
    return this.#ports.size === 0;
  }

  /** Let a page play through a port; `since` is the version that it has seen. */
  join(port: Port, since: number): void {
    port.onmessage = ({ data }: MessageEvent<string | { close: number }>) => {
      if (typeof data !== 'string') this.#leave(port);
      else this.#enqueue(() => this.#receive(port, data));
    };
    this.#coming.add(port);
    this.#enqueue(async () => {
      const refusal = await this.#open();
      if (!this.#coming.delete(port)) return; // its page has gone again
      if (refusal) {
        refuse(port, refusal, REFUSED);
        return;
      }
      this.#ports.add(port);
      const { frames = [] } = this.#ask(this.bridge.join(this.code, since, this.clock.now()));
      for (const frame of frames) port.postMessage(frame);
      await this.#wake();
    });
  }

  /** Another tab plays at this table from now on. */
  yield(code: string): void {
    this.#enqueue(async () => this.#drop(code, REFUSED));
  }

  /** Do something while the table is open, such as a request about it. */
  whileOpen<T>(action: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#enqueue(async () => {
        try {
          await this.#open();
          resolve(action());
        } catch (problem) {
          reject(problem);
        } finally {
          if (this.isIdle) this.#forget();
        }
      });
    });
  }

  /** One after the other: what comes while something is being stored waits. */
  #enqueue(action: () => Promise<void>): void {
    this.#queue = this.#queue.then(action).catch((problem: unknown) => {
      console.error(problem);
      this.#drop('offline.failed', NOT_NOW);
    });
  }

  /** The code of the refusal if there is no such table, or empty. */
  async #open(): Promise<string> {
    if (this.#opened) return '';
    const stored = await this.store.read(this.code);
    if (!stored) return 'table.unknown';
    const refusal = this.bridge.open(this.code, stored.seed, JSON.stringify(stored.log), this.clock.now());
    this.#opened = !refusal;
    return refusal;
  }

  async #receive(port: Port, message: string): Promise<void> {
    if (!this.#ports.has(port) || (await this.#open())) return;
    const step = this.#ask(this.bridge.receive(this.code, message, this.clock.now()));
    await this.#apply(step, port, nonceOf(message));
  }

  async #wake(): Promise<void> {
    if (this.isIdle || (await this.#open())) return;
    if (this.clock.now() < this.#held) this.#setTimer(this.#held);
    else await this.#apply(this.#ask(this.bridge.wake(this.code, this.clock.now())));
  }

  #ask(answer: string): Step {
    return JSON.parse(answer) as Step;
  }

  /** Store what happened, then show it: to all, or to the sender if nothing happened. */
  async #apply(step: Step, sender?: Port, nonce = ''): Promise<void> {
    const { entries = [], frames = [], wake } = step;
    if (entries.length > 0) {
      try {
        await this.store.append(this.code, { ...step, entries });
      } catch (problem) {
        this.#notStored(problem, sender, nonce);
        return;
      }
    }
    for (const port of entries.length > 0 || !sender ? this.#ports : [sender]) {
      for (const frame of frames) port.postMessage(frame);
    }
    this.#setTimer(wake);
  }

  #notStored(problem: unknown, sender: Port | undefined, nonce: string): void {
    this.#forget();
    const name = problem instanceof DOMException ? problem.name : '';
    if (name === 'ConstraintError') {
      this.#drop('', RESTARTING); // another tab was first: the page comes back, and sees what happened
      return;
    }
    const code = storageProblem(problem);
    this.#held = this.clock.now() + RETRY;
    if (sender && nonce) {
      sender.postMessage(JSON.stringify({ t: 'refused', code, n: nonce }));
      this.#setTimer(this.#held);
    } else this.#drop(code, NOT_NOW);
  }

  #setTimer(at: number): void {
    this.#cancelTimer();
    if (!at) return;
    const wait = Math.max(at - this.clock.now(), 0);
    this.#cancelTimer = this.clock.setTimer(wait, () => this.#enqueue(() => this.#wake()));
  }

  #leave(port: Port): void {
    port.close();
    this.#ports.delete(port);
    this.#coming.delete(port);
    // In the queue: something may be on its way to the store.
    if (this.isIdle) this.#enqueue(async () => (this.isIdle ? this.#forget() : undefined));
  }

  #drop(code: string, close: number): void {
    this.#forget();
    for (const port of this.#ports) refuse(port, code, close);
    this.#ports.clear();
  }

  /** Without anybody here, timers stand still and bots wait. */
  #forget(): void {
    this.#cancelTimer();
    this.bridge.close(this.code);
    this.#opened = false;
  }
}

/** Close a port, after a message that says why. */
function refuse(port: Port, code: string, close: number): void {
  if (code) port.postMessage(JSON.stringify({ t: 'refused', code }));
  port.postMessage({ close });
  port.close();
}

/** The code for what could not be stored. */
export function storageProblem(problem: unknown): string {
  const full = problem instanceof DOMException && problem.name === 'QuotaExceededError';
  return full ? 'offline.full' : 'offline.unavailable';
}

function nonceOf(message: string): string {
  try {
    const { n } = JSON.parse(message) as { n?: unknown };
    return typeof n === 'string' ? n : '';
  } catch {
    return '';
  }
}
