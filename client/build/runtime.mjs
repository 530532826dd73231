/**
 * Builds what a browser needs to run tables without a network: Python, msgspec and our own packages.
 *
 * node runtime.mjs WHEELS OUT CACHE: with msgspec's wheel for browsers in WHEELS, into OUT/ID and OUT/manifest.json. The id is a
 * hash of all files, so runtime and rules are switched together. Compressed files are kept in CACHE by their hashes.
 */

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const [wheels, out, cache] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, '../../src/sixes');
const pyodide = dirname(fileURLToPath(import.meta.resolve('pyodide')));

const PACKAGES = ['bots', 'coach', 'local', 'play', 'records', 'rules', 'text'];
/** Pages have the sentences themselves. */
const LEFT_OUT = /^text\/.*\.json$|__pycache__/;
const AS_THEY_ARE = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];
const COMPRESSIONS = { br: brotliCompressSync, gz: (content) => gzipSync(content, { level: 9 }) };

const wheel = join(wheels, readdirSync(wheels).find((name) => name.endsWith('.whl')));
const bytes = (path) => new Uint8Array(readFileSync(path));
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** Our packages as they are imported, with the values that bots and coach have learnt. */
function ourFiles() {
  const inside = (folder) =>
    readdirSync(join(source, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1));
  const names = ['__init__.py', ...PACKAGES.flatMap(inside)].filter((name) => !LEFT_OUT.test(name));
  return new Map(names.map((name) => [`sixes/${name}`, bytes(join(source, name))]));
}

/** The archives, made by the very Python that reads them. */
async function archives() {
  // Otherwise the order of sets in bytecode would be another one each time.
  const python = await loadPyodide({ env: { PYTHONHASHSEED: '0' } });
  const pack = python.globals;
  python.runPython(readFileSync(join(here, 'pack.py'), 'utf8'));
  pack.set('stdlib', python.toPy(bytes(join(pyodide, 'python_stdlib.zip'))));
  pack.set('wheel', python.toPy(bytes(wheel)));
  pack.set('ours', python.toPy(ourFiles()));
  const made = (expression) => python.runPython(expression).toJs();
  return {
    'python_stdlib.zip': made('packed(library(stdlib.tobytes()))'),
    'sixes.zip': made(`packed(files_in(wheel.tobytes(), "msgspec/") | {n: f.tobytes() for n, f in ours.items()})`),
  };
}

/** A compressed copy beside a file; to make one of the largest takes half a minute. */
function compress(path, hash) {
  for (const [ending, compressed] of Object.entries(COMPRESSIONS)) {
    const kept = join(cache, `${hash}.${ending}`);
    if (!existsSync(kept)) writeFileSync(kept, compressed(readFileSync(path)));
    copyFileSync(kept, `${path}.${ending}`);
  }
}

const contents = {
  ...Object.fromEntries(AS_THEY_ARE.map((name) => [name, bytes(join(pyodide, name))])),
  ...(await archives()),
};
const files = Object.entries(contents).map(([name, content]) => ({ name, size: content.length, hash: sha256(content) }));
const id = sha256(JSON.stringify(files)).slice(0, 16);
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, id), { recursive: true });
mkdirSync(cache, { recursive: true });
for (const { name, hash } of files) {
  writeFileSync(join(out, id, name), contents[name]);
  compress(join(out, id, name), hash);
}
const kept = new Set(files.flatMap(({ hash }) => Object.keys(COMPRESSIONS).map((ending) => `${hash}.${ending}`)));
for (const name of readdirSync(cache)) if (!kept.has(name)) rmSync(join(cache, name));
const size = files.reduce((sum, file) => sum + file.size, 0);
const transfer = files.reduce((sum, { name }) => sum + statSync(join(out, id, `${name}.br`)).size, 0);
writeFileSync(join(out, 'manifest.json'), JSON.stringify({ id, size, transfer, files }));
