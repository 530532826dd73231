/** The worker that runs tables on this device, with the very code of the server. */

import { readRuntime } from './files';
import { startPython } from './python';
import { storageProblem, TableRunner, type Bridge, type Clock, type Port, type Reply } from './runner';
import { logStore, type LogStore } from './store';

/** What the page sends, besides what goes through ports. */
type Asked =
  | { t: 'start'; id: string; player: string; name: string }
  | { t: 'open'; code: string; since: number; boot: string; port: Port }
  | { t: 'request'; id: number; method: string; path: string; body: string };

const CODE = /local-[0-9a-f]+/g;
const [BROKEN, INSUFFICIENT_STORAGE] = [500, 507];
const clock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  setTimer(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
/** Tells the workers of other tabs which table is played here: the latest tab has it. */
const tabs = new BroadcastChannel('sixes-tables');

class Device {
  readonly #runners = new Map<string, TableRunner>();

  constructor(
    private readonly bridge: Bridge,
    private readonly store: LogStore,
  ) {
    tabs.onmessage = ({ data }: MessageEvent<string>) => this.#runners.get(data)?.yield('offline.elsewhere');
  }

  open(code: string, since: number, port: Port): void {
    const runner = this.#runner(code);
    if (runner.isIdle) tabs.postMessage(code);
    runner.join(port, since);
  }

  /** Answer a request as the server would; tables that it names are open meanwhile. */
  async answer(method: string, path: string, body: string): Promise<Reply> {
    try {
      return await this.#answer(method, path, body);
    } catch (problem) {
      console.error(problem);
      return refusal(BROKEN, 'offline.failed'); // whoever asked must not wait for ever
    }
  }

  async #answer(method: string, path: string, body: string): Promise<Reply> {
    const [code, ...more] = new Set(`${path} ${body}`.match(CODE) ?? []);
    const ask = (): Reply => JSON.parse(this.bridge.request(method, path, body, clock.now())) as Reply;
    const reply = code && more.length === 0 ? await this.#runner(code).whileOpen(ask) : ask();
    try {
      if (reply.made) await this.store.create(reply.made);
    } catch (problem) {
      return refusal(INSUFFICIENT_STORAGE, storageProblem(problem));
    }
    return reply;
  }

  #runner(code: string): TableRunner {
    const runner = this.#runners.get(code) ?? new TableRunner(code, this.bridge, this.store, clock);
    this.#runners.set(code, runner);
    return runner;
  }
}

const refusal = (status: number, code: string): Reply => ({ status, body: JSON.stringify({ code, message: '' }) });

let device: Device | null = null;

async function start(id: string, player: string, name: string): Promise<void> {
  try {
    const files = await readRuntime(id);
    if (!files) {
      self.postMessage({ t: 'failed', code: 'offline.gone' });
      return;
    }
    device = new Device(await startPython(files, player, name), logStore(id));
    self.postMessage({ t: 'ready' });
  } catch (problem) {
    console.error(problem);
    self.postMessage({ t: 'failed', code: 'offline.failed' });
  }
}

self.onmessage = async ({ data }: MessageEvent<Asked>): Promise<void> => {
  if (data.t === 'start') await start(data.id, data.player, data.name);
  else if (data.t === 'open') device?.open(data.code, data.since, data.port);
  else if (device) {
    const { status, body } = await device.answer(data.method, data.path, data.body);
    self.postMessage({ t: 'answer', id: data.id, status, body });
  }
};
