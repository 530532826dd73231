import { beforeEach, describe, expect, test } from 'vitest';
import { NOT_NOW, REFUSED, RESTARTING, RETRY, TableRunner, type Bridge, type Clock, type Port } from '../src/offline/runner';
import type { Change, LogStore, NewLog, StoredLog } from '../src/offline/store';

const CODE = 'local-0123456789ab';

/** A store in memory; `problem` is the name of what goes wrong with the next changes. */
class MemoryLogs implements LogStore {
  readonly log = ['created'];
  problem = '';
  /** Called before a change is stored. */
  before = async (): Promise<void> => {};

  read = async (code: string): Promise<StoredLog | null> => (code === CODE ? { seed: '00', log: this.log } : null);
  create = async (_: NewLog): Promise<void> => {};
  async append(_: string, { version, entries }: Change): Promise<void> {
    await this.before();
    if (this.problem) throw new DOMException('', this.problem);
    if (version !== this.log.length) throw new DOMException('', 'ConstraintError');
    this.log.push(...entries);
  }
}

/** A table at which every text is an event; "no" is refused, and a wake does what is planned. */
class Echo implements Bridge {
  log: string[] | null = null;
  planned: string[] = [];
  wakes = 0;

  open(_code: string, _seed: string, log: string): string {
    this.log = JSON.parse(log) as string[];
    return '';
  }
  close(): void {
    this.log = null;
  }
  join = (_: string, since: number): string => this.#step([], [`welcome ${since} ${this.log?.join()}`]);
  receive = (_: string, message: string): string =>
    message.includes('no') ? this.#step([], [`refused ${message}`]) : this.#step([message], [message]);
  wake = (): string => this.#step(this.planned, this.planned);
  request = (): string => '{}';
  #step(entries: string[], frames: string[]): string {
    const version = this.log?.length ?? -1;
    this.log?.push(...entries);
    return JSON.stringify({ version, at: 0, phase: 'playing', wake: this.wakes, entries, frames });
  }
}

class FakeClock implements Clock {
  time = 1000;
  readonly timers: { at: number; action: () => void }[] = [];
  now = (): number => this.time;
  setTimer(milliseconds: number, action: () => void): () => void {
    const timer = { at: this.time + milliseconds, action };
    this.timers.push(timer);
    return () => void this.timers.splice(this.timers.indexOf(timer), this.timers.includes(timer) ? 1 : 0);
  }
  /** Let the next timer fire. */
  fire(): void {
    const timer = this.timers.shift();
    this.time = timer?.at ?? this.time;
    timer?.action();
  }
}

class FakePort implements Port {
  readonly received: unknown[] = [];
  onmessage: Port['onmessage'] = null;
  postMessage = (message: unknown): void => void this.received.push(message);
  close(): void {}
  send(data: unknown): void {
    this.onmessage?.call(this as unknown as MessagePort, { data } as MessageEvent);
  }
}

/** All that is in the queue is done. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

let store: MemoryLogs, bridge: Echo, clock: FakeClock, runner: TableRunner, port: FakePort;
beforeEach(async () => {
  [store, bridge, clock, port] = [new MemoryLogs(), new Echo(), new FakeClock(), new FakePort()];
  runner = new TableRunner(CODE, bridge, store, clock);
  runner.join(port, 0);
  await settled();
});

const command = (text: string): string => JSON.stringify({ t: text, n: `${text}-1` });

describe('a table on this device', () => {
  test('welcomes a page, and stores before it shows', async () => {
    const order: string[] = [];
    store.before = async () => void order.push(`shown ${port.received.length}`);
    port.send(command('roll'));
    await settled();
    expect(order).toEqual(['shown 1']);
    expect(port.received).toEqual(['welcome 0 created', command('roll')]);
    expect(store.log).toEqual(['created', command('roll')]);
  });

  test('decides one command after the other', async () => {
    let release = (): void => {};
    store.before = () => new Promise((resolve) => (release = resolve));
    port.send(command('one'));
    port.send(command('two'));
    await settled();
    expect(bridge.log).toEqual(['created', command('one')]);
    store.before = async () => {};
    release();
    await settled();
    expect(store.log).toEqual(['created', command('one'), command('two')]);
  });

  test('shows an event to all ports, and a refusal to its sender', async () => {
    const other = new FakePort();
    runner.join(other, 1);
    await settled();
    port.send(command('roll'));
    port.send(command('no'));
    await settled();
    expect(other.received.slice(1)).toEqual([command('roll')]);
    expect(port.received.slice(1)).toEqual([command('roll'), `refused ${command('no')}`]);
  });

  test('wakes when something is due, and not while nobody is here', async () => {
    bridge.wakes = 1500;
    bridge.planned = ['landed'];
    port.send(command('throw'));
    await settled();
    bridge.wakes = 0;
    clock.fire();
    await settled();
    expect(clock.time).toBe(1500);
    expect(store.log.at(-1)).toBe('landed');
    bridge.wakes = 9000;
    port.send(command('throw'));
    await settled();
    port.send({ close: 1000 });
    await settled();
    expect(clock.timers).toEqual([]);
    expect(bridge.log).toBeNull();
  });

  test('does not play for a page that was gone before it could come in', async () => {
    port.send({ close: 1000 });
    await settled();
    const hasty = new FakePort();
    runner.join(hasty, 0);
    hasty.send({ close: 1000 });
    await settled();
    expect(runner.isIdle).toBe(true);
    expect(bridge.log).toBeNull();
    expect(hasty.received).toEqual([]);
  });

  test('refuses a port for a table that is not here', async () => {
    const stray = new FakePort();
    new TableRunner('local-0', bridge, store, clock).join(stray, 0);
    await settled();
    expect(stray.received).toEqual(['{"t":"refused","code":"table.unknown"}', { close: REFUSED }]);
  });
});

describe('what cannot be stored', () => {
  test('is refused without being shown when there is no room, and can be sent again', async () => {
    store.problem = 'QuotaExceededError';
    port.send(command('roll'));
    await settled();
    expect(port.received.slice(1)).toEqual(['{"t":"refused","code":"offline.full","n":"roll-1"}']);
    expect(store.log).toEqual(['created']);
    store.problem = '';
    port.send(command('roll'));
    await settled();
    expect(store.log).toEqual(['created', command('roll')]);
    expect(port.received.at(-1)).toBe(command('roll'));
  });

  test('is tried again after a while if it happened by itself', async () => {
    bridge.wakes = 1200;
    port.send(command('throw'));
    await settled();
    [store.problem, bridge.planned, bridge.wakes] = ['QuotaExceededError', ['landed'], 0];
    clock.fire();
    await settled();
    expect(port.received.slice(-2)).toEqual(['{"t":"refused","code":"offline.full"}', { close: NOT_NOW }]);
    store.problem = '';
    const back = new FakePort();
    runner.join(back, 2);
    await settled();
    expect(store.log).not.toContain('landed');
    clock.fire();
    await settled();
    expect(clock.time).toBe(1200 + RETRY);
    expect(back.received.at(-1)).toBe('landed');
  });

  test('was decided by another tab first: the page comes back and sees it', async () => {
    store.log.push('of the other tab');
    port.send(command('roll'));
    await settled();
    expect(port.received.slice(1)).toEqual([{ close: RESTARTING }]);
    const back = new FakePort();
    runner.join(back, 1);
    await settled();
    expect(back.received).toEqual(['welcome 1 created,of the other tab']);
  });
});

test('another tab takes the table over', async () => {
  runner.yield('offline.elsewhere');
  await settled();
  expect(port.received.slice(1)).toEqual(['{"t":"refused","code":"offline.elsewhere"}', { close: REFUSED }]);
  expect(runner.isIdle).toBe(true);
});

test('a request finds its table open, and leaves none open behind it', async () => {
  port.send({ close: 1000 });
  await settled();
  expect(await runner.whileOpen(() => bridge.log)).toEqual(['created']);
  await settled();
  expect(bridge.log).toBeNull();
});
