// node pyodide.mjs RUNTIME FIRST COUNT: the games of tests/local/parity.py in the very runtime that pages use.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [runtime, first, count] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const { loadPyodide } = await import(pathToFileURL(join(runtime, 'pyodide.mjs')).href);
const info = { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten', version: '314.0.7', python: '3.14.2' };
const begun = performance.now();
const python = await loadPyodide({ indexURL: runtime, packageBaseUrl: runtime, lockFileContents: { info, packages: {} } });
python.unpackArchive(new Uint8Array(readFileSync(join(runtime, 'sixes.zip'))), 'zip');
python.FS.mkdirTree('/home/pyodide/tests/local');
for (const name of ['parity.py', 'playing.py']) {
  python.FS.writeFile(`/home/pyodide/tests/local/${name}`, readFileSync(join(here, name)));
}
const { lines } = python.pyimport('tests.local.parity');
console.error(`started in ${Math.round(performance.now() - begun)} ms`);
const played = performance.now();
for (const line of lines(Number(first), Number(count))) console.log(line);
console.error(`played in ${Math.round(performance.now() - played)} ms`);
