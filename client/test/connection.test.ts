import { beforeEach, describe, expect, test } from 'vitest';
import { Connection, OPENING, PATIENCE, RETRIES, SILENCE } from '../src/wire/connection';
import type { Listener, Socket, World } from '../src/wire/connection';
import type { AnyCommand, AnyEvent, AnyMessage } from '../src/wire/messages';

/** A socket in the hands of the test, which is the server. */
class Line implements Socket {
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
  tell(message: AnyMessage): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
  }
  drop(code = 1006): void {
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent);
  }
}

let lines: Line[];
let waiting: { milliseconds: number; what: () => void }[];
let heard: string[];
const world: World = {
  open(address) {
    const line = new Line(address);
    lines.push(line);
    return line as Socket;
  },
  later(milliseconds, what) {
    const timer = { milliseconds, what };
    waiting.push(timer);
    return () => (waiting = waiting.filter((other) => other !== timer));
  },
};
const listener: Listener = {
  welcomed: () => heard.push('welcome'),
  happened: (event) => heard.push(`${event.t} ${event.v}`),
  present: () => heard.push('here'),
  answered: (ask, refusal) => heard.push(`${ask.t}: ${refusal ?? 'fine'}`),
  connected: (yes) => heard.push(yes ? 'up' : 'down'),
  sentAway: (code) => heard.push(`away: ${code}`),
};
const line = (): Line => lines.at(-1)!;
const welcome = (v: number, table = true): AnyMessage =>
  ({ t: 'welcome', player: 'p', name: 'Ann', v, at: 0, boot: 'b1', ...(table ? { table: {} } : {}) }) as AnyMessage;
const event = (v: number, n = ''): AnyEvent => ({ t: 'kept', turn: 1, at: 0, v, n });

/** Time passes until the next thing that was to happen. */
function wait(): number {
  const next = waiting.reduce((one, other) => (other.milliseconds < one.milliseconds ? other : one));
  waiting = waiting.filter((timer) => timer !== next);
  next.what();
  return next.milliseconds;
}

beforeEach(() => {
  lines = [];
  waiting = [];
  heard = [];
});

describe('a line to a table', () => {
  test('tells what comes, once and in order', () => {
    new Connection('ws://x', listener, world);
    expect(line().address).toBe('ws://x?since=0&boot=');
    line().tell(welcome(7));
    line().tell(event(8));
    line().tell(event(8));
    line().tell({ t: 'here', seats: [0] });
    expect(heard).toEqual(['welcome', 'up', 'kept 8', 'here']);
  });

  test('comes back with what it has seen, at once and then more slowly', () => {
    new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    line().tell(event(8));
    line().drop();
    const pauses = RETRIES.map(() => {
      const paused = wait();
      expect(line().address).toBe('ws://x?since=8&boot=b1');
      line().drop();
      return paused;
    });
    expect(pauses).toEqual(RETRIES);
    expect(Math.max(...RETRIES)).toBeLessThan(2000);
  });

  test('sends what was not answered again, with the same nonce', () => {
    const connection = new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    const first = connection.send({ t: 'cross', turn: 1, box: 'a1' });
    const second = connection.send({ t: 'done', turn: 1 });
    line().tell(event(8, first.n));
    line().drop();
    const late = connection.send({ t: 'undone', turn: 1 });
    wait();
    line().tell(welcome(8, false));
    expect(line().sent).toEqual([second, late]);
    expect(new Set([first.n, second.n, late.n]).size).toBe(3);
    expect(new Set([first.n, second.n, late.n].map((n) => n.split('-')[0])).size).toBe(3); // nobody guesses one
    line().tell({ t: 'refused', code: 'table.stale', n: late.n });
    expect(heard).toContain('cross: fine');
    expect(heard.at(-1)).toBe('undone: table.stale');
  });

  test('takes an old event for an answer, and not for news', () => {
    const connection = new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    const ask = connection.send({ t: 'keep', turn: 1 });
    line().tell(event(5, ask.n));
    expect(heard).toEqual(['welcome', 'up', 'keep: fine']);
  });

  test('asks anew when an event is missing', () => {
    new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    const old = line();
    old.tell(event(9));
    expect(old.closed).toBe(true);
    expect(line()).not.toBe(old);
    expect(line().address).toBe('ws://x?since=7&boot=b1');
  });

  test('is not deceived by a line that died without a word', () => {
    const connection = new Connection('ws://x', listener, world);
    expect(wait()).toBe(OPENING[0]); // no welcome
    expect(lines).toHaveLength(2);
    line().tell(welcome(7));
    connection.send({ t: 'keep', turn: 1 });
    expect(wait()).toBe(PATIENCE); // no answer
    expect(lines).toHaveLength(3);
    expect(waiting).toHaveLength(1);
  });

  test('gives a slow network more time, line by line', () => {
    new Connection('ws://x', listener, world);
    expect([...OPENING, OPENING.at(-1)].map(() => wait())).toEqual([...OPENING, OPENING.at(-1)]);
    line().tell(welcome(7));
    line().drop();
    expect(wait()).toBe(RETRIES[0]);
    expect(wait()).toBe(OPENING[0]);
  });

  test('tries another line beside one that is silent for long, and nobody sees it go', () => {
    const connection = new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    const old = line();
    expect(wait()).toBe(SILENCE);
    expect(old.closed).toBe(false);
    connection.send({ t: 'keep', turn: 1 });
    line().tell(welcome(7, false));
    expect(old.closed).toBe(true);
    expect(line().sent).toHaveLength(1);
    expect(heard).toEqual(['welcome', 'up', 'welcome']);
  });

  test('says that it is gone when the other line is dead, too', () => {
    new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    const old = line();
    wait();
    expect(wait()).toBe(OPENING[0]);
    expect(old.closed).toBe(true);
    expect(heard).toEqual(['welcome', 'up', 'down']);
  });

  test('waits for nothing but a long silence once all is answered', () => {
    const connection = new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    const ask = connection.send({ t: 'keep', turn: 1 });
    line().tell(event(8, ask.n));
    expect(waiting.map(({ milliseconds }) => milliseconds)).toEqual([SILENCE]);
  });

  test('renewed when a phone wakes up, it forgets the old line', () => {
    const connection = new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    const old = line();
    connection.renew();
    old.tell(event(8));
    line().tell(welcome(7, false));
    line().tell(event(8));
    expect(heard).toEqual(['welcome', 'up', 'down', 'welcome', 'up', 'kept 8']);
  });

  test.each([4000, 4001, 4002, 1009])('does not come back after %i, and says why', (code) => {
    const connection = new Connection('ws://x', listener, world);
    line().tell({ t: 'refused', code: 'table.unknown' });
    line().drop(code);
    expect(heard).toEqual(['away: table.unknown']);
    connection.send({ t: 'keep', turn: 1 });
    connection.renew();
    expect(lines).toHaveLength(1);
    expect(waiting).toEqual([]);
  });

  test('closed, it is quiet', () => {
    const connection = new Connection('ws://x', listener, world);
    line().tell(welcome(7));
    connection.close();
    line().tell(event(8));
    connection.renew();
    expect(lines).toHaveLength(1);
    expect(waiting).toEqual([]);
    expect(heard).toEqual(['welcome', 'up', 'down']);
  });
});
