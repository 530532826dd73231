/** Starts Python from files that were stored before: nothing is fetched. */

import type { loadPyodide as LoadPyodide, PyodideAPI } from 'pyodide';
import type { Bridge } from './runner';

type Files = ReadonlyMap<string, Uint8Array>;
const TYPES: Readonly<Record<string, string>> = { wasm: 'application/wasm', mjs: 'text/javascript', zip: 'application/zip' };
/** We bring all packages ourselves. */
const NO_PACKAGES = JSON.stringify({
  info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten', version: '314.0.7', python: '3.14.2' },
  packages: {},
});

/** The tables of a player, in a new Python with the rules of this runtime. */
export async function startPython(files: Files, player: string, name: string): Promise<Bridge> {
  const python = await load(files);
  python.unpackArchive(fileOf(files, 'sixes.zip'), 'zip');
  const bridge = python.pyimport('sixes.local.bridge') as { Bridge: (player: string, name: string) => Bridge };
  return bridge.Bridge(player, name);
}

async function load(files: Files): Promise<PyodideAPI> {
  const { loadPyodide } = await loadModule<{ loadPyodide: typeof LoadPyodide }>(files, 'pyodide.mjs');
  const { default: createPyodideModule } = await loadModule<{ default: unknown }>(files, 'pyodide.asm.mjs');
  const folder = `${location.origin}/offline/`;
  const original = globalThis.fetch;
  // Pyodide fetches the rest of itself from this folder.
  globalThis.fetch = async (asked) => responseOf(files, String(asked instanceof Request ? asked.url : asked));
  try {
    const options = { indexURL: folder, packageBaseUrl: folder, lockFileContents: NO_PACKAGES, createPyodideModule };
    return await loadPyodide(options as Parameters<typeof LoadPyodide>[0]);
  } finally {
    globalThis.fetch = original;
  }
}

async function loadModule<T>(files: Files, name: string): Promise<T> {
  const address = URL.createObjectURL(new Blob([fileOf(files, name)], { type: TYPES['mjs'] }));
  try {
    return (await import(/* @vite-ignore */ address)) as T;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function responseOf(files: Files, address: string): Response {
  const name = address.slice(address.lastIndexOf('/') + 1);
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '';
  return new Response(fileOf(files, name), { headers: { 'Content-Type': type } });
}

function fileOf(files: Files, name: string): Uint8Array<ArrayBuffer> {
  const file = files.get(name);
  if (!file) throw new Error(`the runtime has no ${name}`);
  return file as Uint8Array<ArrayBuffer>;
}
