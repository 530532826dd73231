/// <reference types="vitest/config" />
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { icons } from './build/icons.ts';
import { rules } from './build/rules.ts';
import { catalogue } from './build/catalogue.ts';
import { worker } from './build/worker.ts';

const server = process.env['SIXES_SERVER'] ?? 'http://localhost:8066';
const out = '../src/sixes/server/static';

/** What every page needs, in one file: many small ones would be larger, and take longer. */
const BASE = new RegExp(
  `src/(settings|text/(translate|catalogue)|wire/(api|random)|table/(table|sixto|names|gaze|reading)|ui/(${[
    ...['Button', 'MainButton', 'IconButton', 'Icon', 'Shape', 'shapes', 'pips', 'Face', 'faces', 'Notices', 'notices', 'sound'],
    ...['reducedMotion', 'pencil'],
  ].join('|')}))\\.`,
);

/** What comes later and is shared: each file less is a name less that the first page has to know. */
const SHARED = [
  { name: 'opinion', test: /src\/(sixto\/(positionLink|OpinionView)|text\/reasons|review\/numbers)\./ },
  { name: 'result', test: /src\/(table\/Podium|ui\/Figures)\./ },
  { name: 'sheets', test: /src\/(wire\/laterData|sixto\/ownSheet)\./ },
];

/** Writes compressed copies of all files, which the server sends to browsers that accept them. */
function compressed(): Plugin {
  let folder = out;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        const content = readFileSync(`${folder}/${name}`);
        writeFileSync(`${folder}/${name}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content));
      }
    },
  };
}

export default defineConfig({
  plugins: [rules(), catalogue(), svelte(), icons(), worker(), compressed()],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // our content security policy forbids inlined assets
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The server preloads the file that is named like the language.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith('?later') ? 'assets/later-[name]-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'base', test: BASE }, ...SHARED] },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/print/': server },
    fs: { allow: ['..'] }, // the catalogue is in the server's source
  },
  test: { include: ['test/**/*.test.ts'] },
});
