/**
 * Tables on this device: a worker runs them with the very code of the server, and answers as the server would. Its
 * sockets are ports, its HTTP is messages.
 */

import { settings, updateSettings } from '../settings.svelte';
import { say, withAllSentences } from '../text/translate.svelte';
import { ServerProblem } from '../wire/api';
import { browser, type Environment, type Socket } from '../wire/connection';
import { runtimeOf } from './tables';
import script from './worker.ts?worker&url';

/** What the worker tells the page, besides what it sends through ports. */
type Told =
  | { t: 'ready' }
  | { t: 'failed'; code?: string }
  | { t: 'answer'; id: number; status: number; body: string | Uint8Array };
interface Answer {
  status: number;
  body: string | Uint8Array;
}

/** How often workers of a page may break down before it gives up; whoever loads it again can try again. */
const MOST_FAILURES = 3;
/** Close codes: the worker broke down, and it will not start. */
const [ABNORMAL, FINAL] = [1006, 4000];

/** A worker with one runtime; `ready` is refused with a ServerProblem if it cannot start. */
class Device {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #sockets = new Set<PortSocket>();
  readonly #asked = new Map<number, (answer: Answer | null) => void>();
  #count = 0;

  constructor(
    readonly id: string,
    private readonly onend: (device: Device) => void,
  ) {
    this.#worker = spawn();
    const { player, name } = settings.me ?? { player: 'me', name: say('home.you') };
    this.#worker.postMessage({ t: 'start', id, player, name });
    this.ready = new Promise((resolve, reject) => {
      const fail = (code = 'offline.failed'): void => {
        if (code === 'offline.gone' && id === settings.offline?.id) updateSettings({ offline: undefined });
        reject(new ServerProblem(code));
        this.end();
      };
      this.#worker.onerror = () => fail();
      this.#worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.t === 'ready') resolve();
        else if (data.t === 'failed') fail(data.code);
        else this.#asked.get(data.id)?.(data);
      };
    });
    this.ready.catch(() => {}); // whoever waits for it hears
  }

  end(): void {
    this.#worker.terminate();
    this.onend(this);
    for (const socket of this.#sockets) socket.drop(ABNORMAL);
    for (const answer of this.#asked.values()) answer(null);
  }

  open(code: string, since: number, boot: string): Socket {
    const { port1, port2 } = new MessageChannel();
    const socket = new PortSocket(port1, () => this.#sockets.delete(socket));
    this.#sockets.add(socket);
    this.ready.then(
      () => this.#worker.postMessage({ t: 'open', code, since, boot, port: port2 }, [port2]),
      ({ code }: ServerProblem) => socket.refuse(code),
    );
    return socket as unknown as Socket;
  }

  /** What the server would answer; null if the worker has broken down. */
  async ask(method: string, path: string, body: string): Promise<Answer | null> {
    await this.ready;
    const id = (this.#count += 1);
    const answer = new Promise<Answer | null>((resolve) => this.#asked.set(id, resolve));
    this.#worker.postMessage({ t: 'request', id, method, path, body });
    return answer.finally(() => this.#asked.delete(id));
  }
}

/** The part of a WebSocket that a connection uses, over a port to the worker. */
class PortSocket {
  onopen = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(
    private readonly port: MessagePort,
    private readonly onend: () => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<string | { close: number }>) => {
      if (typeof data === 'string') this.onmessage?.({ data });
      else this.drop(data.close);
    };
  }
  send(text: string): void {
    this.port.postMessage(text);
  }
  close(code: number): void {
    this.port.postMessage({ close: code });
    this.port.close();
    this.onend();
  }
  /** It is closed from the other side. */
  drop(code: number): void {
    this.port.close();
    this.onend();
    this.onclose?.({ code });
  }
  /** The worker does not start: the connection is refused for good. */
  refuse(code: string): void {
    this.onmessage?.({ data: JSON.stringify({ t: 'refused', code }) });
    this.drop(FINAL);
  }
}

/** A worker that has not started: without TLS its script could not be fetched once the network is gone. */
let spare: Worker | null = null;

export function keepSpare(): void {
  if (!navigator.serviceWorker?.controller && !current) spare ??= spawn();
}

/** A new worker; ServerProblem in a browser that has no module workers. */
export function spawn(): Worker {
  if (spare) {
    const worker = spare;
    spare = null;
    return worker;
  }
  let modules = false;
  const options = {
    get type(): WorkerType {
      modules = true;
      return 'module';
    },
  };
  try {
    if (typeof WebAssembly === 'object') {
      const worker = new Worker(script, options);
      if (modules) return worker;
      worker.terminate();
    }
  } catch {
    // Without workers at all, it is the same.
  }
  throw new ServerProblem('offline.old_browser');
}

let current: Device | null = null;
let failures = 0;

/** The worker with this runtime; ServerProblem if it breaks down again and again. */
function deviceWith(id: string): Device {
  if (current?.id === id) return current;
  if (failures >= MOST_FAILURES) throw new ServerProblem('offline.failed');
  endDevice();
  return (current = new Device(id, (ended) => {
    if (current !== ended) return;
    current = null;
    failures += 1;
  }));
}

/** End the worker: its runtime is deleted, or another one is used from now on. */
export function endDevice(): void {
  const ended = current;
  current = null; // that is no failure
  ended?.end();
}

/** The worker that can open a table; all sentences are there to say why it does not. */
async function deviceFor(code: string): Promise<Device> {
  await withAllSentences(Promise.resolve());
  return deviceWith(await runtimeOf(code));
}

/** The environment of a connection to a table on this device, once the worker is ready for it. */
export async function environmentFor(code: string): Promise<Environment> {
  const { id, ready } = await deviceFor(code);
  await ready;
  return {
    ...browser,
    open(address) {
      const { searchParams } = new URL(address);
      const [since, boot] = [Number(searchParams.get('since')), searchParams.get('boot') ?? ''];
      try {
        return deviceWith(id).open(code, since, boot);
      } catch (problem) {
        return refusing(problem);
      }
    },
  };
}

/** A socket that is refused at once. */
function refusing(problem: unknown): Socket {
  if (!(problem instanceof ServerProblem)) throw problem;
  const socket = new PortSocket(new MessageChannel().port1, () => {});
  queueMicrotask(() => socket.refuse(problem.code));
  return socket as unknown as Socket;
}

/** What the server would answer to a request, from this device. */
export async function answer(method: string, path: string, body = ''): Promise<Response> {
  const code = /local-\w+/.exec(path)?.[0] ?? '';
  const told = await (await deviceFor(code)).ask(method, path, body);
  if (!told) throw new ServerProblem('offline.failed');
  return new Response(told.status === 204 ? null : (told.body as BodyInit), { status: told.status });
}
