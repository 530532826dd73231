/** Whether this device can play without a network: the runtime, its download, and its newer releases. */

import { settings, updateSettings } from '../settings.svelte';
import { ServerProblem } from '../wire/api';
import { download, DownloadProblem, serverRuntime } from './download';
import { endDevice, spawn } from './device';
import { fileStore, runtimeDatabase, type Runtime } from './files';
import { isOver, storedTables } from './tables';

/** A download under way. */
export interface Progress {
  done: number;
  size: number;
}
let progress = $state.raw<Progress | null>(null);
let problem = $state('');
let offered = $state.raw<Runtime | null>(null);
let stopping: AbortController | null = null;

export const isReady = (): boolean => settings.offline !== undefined;
/** How far the download is; null if there is none. */
export const downloading = (): Progress | null => progress;
/** Why there is nothing to play with: a key of the catalogue, or empty. */
export const downloadProblem = (): string => problem;
/** How much the server sends, once it was asked. */
export const offeredSize = (): number => offered?.transfer ?? offered?.size ?? 0;

/** Ask how large the download is. */
export async function askSize(): Promise<void> {
  await attempt(async () => void (offered = await serverRuntime(fetch.bind(window))));
}

/** Fetch everything, or the rest of it; then this device can play without a network. */
export async function makeReady(): Promise<void> {
  if (progress) return;
  void navigator.storage?.persist?.().catch(() => false);
  await attempt(async () => {
    spawn().terminate(); // only to see that this browser can
    await fetchRuntime((done, size) => (progress = { done, size }));
  });
  progress = null;
  if (problem === 'offline.cut' && stopping?.signal.aborted) problem = 'offline.paused';
  if (isReady()) void import('./upkeep').then(({ prepare }) => prepare());
}

/** Stop the download; it can go on later. */
export function pauseDownload(): void {
  stopping?.abort();
}

async function fetchRuntime(onprogress: (done: number, size: number) => void): Promise<void> {
  stopping = new AbortController();
  const runtime = (offered = await serverRuntime(fetch.bind(window)));
  const sent = runtime.transfer ?? runtime.size;
  onprogress(0, sent);
  await download(runtime, {
    ...{ store: fileStore, fetch: fetch.bind(window), signal: stopping.signal },
    onprogress: (done) => onprogress((done / runtime.size) * sent, sent),
  });
  updateSettings({ offline: { id: runtime.id, size: runtime.size } });
}

/** Fetch a newer release beside the one that is here. New games use it; those under way keep theirs. */
export async function refreshRuntime(): Promise<void> {
  const here = settings.offline?.id;
  if (!here || progress) return;
  try {
    const { id } = await serverRuntime(fetch.bind(window));
    if (id !== here || !(await isWhole(id))) await fetchRuntime(() => {});
    await deleteUnused();
  } catch (why) {
    if (!(why instanceof DownloadProblem)) throw why; // what is here goes on working
  }
}

async function isWhole(id: string): Promise<boolean> {
  return (await fileStore.runtimes()).some((one) => one.id === id);
}

/** Delete the runtimes that no unfinished game needs. */
async function deleteUnused(): Promise<void> {
  const begun = (await storedTables()).filter((table) => !isOver(table)).map(({ runtime }) => runtime);
  await fileStore.keepOnly([settings.offline?.id ?? '', ...begun]);
}

/** Delete what was downloaded. Games under way stay, and go on once it is here again. */
export async function deleteRuntime(): Promise<void> {
  endDevice();
  updateSettings({ offline: undefined });
  await runtimeDatabase.clear();
}

async function attempt(action: () => Promise<void>): Promise<void> {
  problem = '';
  try {
    await action();
  } catch (why) {
    const known = why instanceof DownloadProblem || why instanceof ServerProblem;
    problem = known ? why.code : 'offline.unavailable';
  }
}
