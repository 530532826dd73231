import { beforeEach, describe, expect, test } from 'vitest';
import { Connection, WELCOME_TIMEOUTS, ANSWER_TIMEOUT, RETRY_DELAYS, IDLE_LIMIT } from '../src/wire/connection';
import type { Listener, Socket, Environment } from '../src/wire/connection';
import type { AnyCommand, AnyEvent, AnyMessage } from '../src/wire/messages';

/** A socket of which the test plays the server's part. */
class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly sent: AnyCommand[] = [];
  closed = false;

  constructor(readonly address: string) {}
  send(data: unknown): void {
    this.sent.push(JSON.parse(String(data)) as AnyCommand);
  }
  close(): void {
    this.closed = true;
  }
  receive(message: AnyMessage): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
  }
  drop(code = 1006): void {
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent);
  }
}

let sockets: FakeSocket[];
let timers: { milliseconds: number; action: () => void }[];
let received: string[];
let chance: () => number;
const environment: Environment = {
  open(address) {
    const socket = new FakeSocket(address);
    sockets.push(socket);
    return socket as Socket;
  },
  setTimer(milliseconds, action) {
    const timer = { milliseconds, action };
    timers.push(timer);
    return () => (timers = timers.filter((other) => other !== timer));
  },
  random: () => chance(),
};
const listener: Listener = {
  onWelcome: () => received.push('welcome'),
  onEvent: (event) => received.push(`${event.t} ${event.v}`),
  onPresence: () => received.push('here'),
  onAnswer: (command, refusal) => received.push(`${command.t}: ${refusal ?? 'fine'}`),
  onConnected: (connected) => received.push(connected ? 'up' : 'down'),
  onRejected: (code) => received.push(`rejected: ${code}`),
  onHeldOff: (code) => received.push(`held off: ${code}`),
};
const socket = (): FakeSocket => sockets.at(-1)!;
const welcome = (v: number, table = true): AnyMessage =>
  ({ t: 'welcome', player: 'p', name: 'Ann', v, at: 0, boot: 'b1', ...(table ? { table: {} } : {}) }) as AnyMessage;
const event = (v: number, n = ''): AnyEvent => ({ t: 'kept', turn: 1, at: 0, v, n });

/** Let time pass until the next timer; gives its milliseconds. */
function nextTimer(): number {
  const next = timers.reduce((one, other) => (other.milliseconds < one.milliseconds ? other : one));
  timers = timers.filter((timer) => timer !== next);
  next.action();
  return next.milliseconds;
}

beforeEach(() => {
  sockets = [];
  timers = [];
  received = [];
  chance = () => 1;
});

describe('a connection to a table', () => {
  test('passes on what it receives, once and in order', () => {
    new Connection('ws://x', listener, environment);
    expect(socket().address).toBe('ws://x?since=0&boot=');
    socket().receive(welcome(7));
    socket().receive(event(8));
    socket().receive(event(8));
    socket().receive({ t: 'here', seats: [0] });
    expect(received).toEqual(['welcome', 'up', 'kept 8', 'here']);
  });

  test('reconnects with the last version, soon and then more slowly', () => {
    new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    socket().receive(event(8));
    socket().drop();
    const pauses = RETRY_DELAYS.map(() => {
      const paused = nextTimer();
      expect(socket().address).toBe('ws://x?since=8&boot=b1');
      socket().drop();
      return paused;
    });
    expect(pauses).toEqual(RETRY_DELAYS);
    expect(Math.max(...RETRY_DELAYS)).toBeLessThan(2000);
  });

  test('says why the server does not let it in for now, and tries again', () => {
    new Connection('ws://x', listener, environment);
    socket().receive({ t: 'refused', code: 'table.crowded' });
    socket().drop(1013);
    expect(received).toContain('held off: table.crowded');
    nextTimer();
    socket().receive(welcome(7));
    expect(received.at(-1)).toBe('up');
  });

  test('comes back at a moment of chance, so that a thousand do not come at once', () => {
    let seed = 6;
    chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const pauses = Array.from({ length: 1000 }, () => {
      new Connection('ws://x', listener, environment);
      socket().receive(welcome(7));
      socket().drop();
      return timers.at(-1)!.milliseconds;
    });
    const slices = Array.from({ length: 40 }, (_, slice) => pauses.filter((pause) => Math.floor(pause / 10) === slice));
    expect(slices.flat()).toHaveLength(1000);
    expect(Math.max(...slices.map((slice) => slice.length))).toBeLessThan(50);
  });

  test('sends unanswered commands again, with the same nonce', () => {
    const connection = new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    const first = connection.send({ t: 'cross', turn: 1, box: 'a1' });
    const second = connection.send({ t: 'done', turn: 1 });
    socket().receive(event(8, first.n));
    socket().drop();
    const late = connection.send({ t: 'undone', turn: 1 });
    nextTimer();
    socket().receive(welcome(8, false));
    expect(socket().sent).toEqual([second, late]);
    expect(new Set([first.n, second.n, late.n]).size).toBe(3);
    expect(new Set([first.n, second.n, late.n].map((n) => n.split('-')[0])).size).toBe(3); // nobody guesses one
    socket().receive({ t: 'refused', code: 'table.stale', n: late.n });
    expect(received).toContain('cross: fine');
    expect(received.at(-1)).toBe('undone: table.stale');
  });

  test('takes an old event as an answer, but does not pass it on', () => {
    const connection = new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    const command = connection.send({ t: 'keep', turn: 1 });
    socket().receive(event(5, command.n));
    expect(received).toEqual(['welcome', 'up', 'keep: fine']);
  });

  test('reconnects when an event is missing', () => {
    new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    const old = socket();
    old.receive(event(9));
    expect(old.closed).toBe(true);
    expect(socket()).not.toBe(old);
    expect(socket().address).toBe('ws://x?since=7&boot=b1');
  });

  test('replaces a socket that died unnoticed', () => {
    const connection = new Connection('ws://x', listener, environment);
    expect(nextTimer()).toBe(WELCOME_TIMEOUTS[0]); // no welcome
    expect(sockets).toHaveLength(2);
    socket().receive(welcome(7));
    connection.send({ t: 'keep', turn: 1 });
    expect(nextTimer()).toBe(ANSWER_TIMEOUT); // no answer
    expect(sockets).toHaveLength(3);
    expect(timers).toHaveLength(1);
  });

  test('gives a slow network more time at each attempt', () => {
    new Connection('ws://x', listener, environment);
    const timeouts = [...WELCOME_TIMEOUTS, WELCOME_TIMEOUTS.at(-1)];
    expect(timeouts.map(() => nextTimer())).toEqual(timeouts);
    socket().receive(welcome(7));
    socket().drop();
    expect(nextTimer()).toBe(RETRY_DELAYS[0]);
    expect(nextTimer()).toBe(WELCOME_TIMEOUTS[0]);
  });

  test('tries a second socket after a long silence, and nobody sees it leave', () => {
    const connection = new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    const old = socket();
    expect(nextTimer()).toBe(IDLE_LIMIT);
    expect(old.closed).toBe(false);
    connection.send({ t: 'keep', turn: 1 });
    socket().receive(welcome(7, false));
    expect(old.closed).toBe(true);
    expect(socket().sent).toHaveLength(1);
    expect(received).toEqual(['welcome', 'up', 'welcome']);
  });

  test('is disconnected when the second socket is dead, too', () => {
    new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    const old = socket();
    nextTimer();
    expect(nextTimer()).toBe(WELCOME_TIMEOUTS[0]);
    expect(old.closed).toBe(true);
    expect(received).toEqual(['welcome', 'up', 'down']);
  });

  test('has only the idle timer once all is answered', () => {
    const connection = new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    const command = connection.send({ t: 'keep', turn: 1 });
    socket().receive(event(8, command.n));
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([IDLE_LIMIT]);
  });

  test('ignores the old socket once it was renewed', () => {
    const connection = new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    const old = socket();
    connection.renew();
    old.receive(event(8));
    socket().receive(welcome(7, false));
    socket().receive(event(8));
    expect(received).toEqual(['welcome', 'up', 'down', 'welcome', 'up', 'kept 8']);
  });

  test.each([4000, 4001, 4002, 1009])('does not reconnect after %i, and says why', (code) => {
    const connection = new Connection('ws://x', listener, environment);
    socket().receive({ t: 'refused', code: 'table.unknown' });
    socket().drop(code);
    expect(received).toEqual(['rejected: table.unknown']);
    connection.send({ t: 'keep', turn: 1 });
    connection.renew();
    expect(sockets).toHaveLength(1);
    expect(timers).toEqual([]);
  });

  test('does nothing once it is closed', () => {
    const connection = new Connection('ws://x', listener, environment);
    socket().receive(welcome(7));
    connection.close();
    socket().receive(event(8));
    connection.renew();
    expect(sockets).toHaveLength(1);
    expect(timers).toEqual([]);
    expect(received).toEqual(['welcome', 'up', 'down']);
  });
});
