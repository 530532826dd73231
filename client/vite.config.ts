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

/** Writes compressed copies of all files, which the server sends to browsers that accept them. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        const content = readFileSync(`${out}/${name}`);
        writeFileSync(`${out}/${name}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${out}/${name}.br`, brotliCompressSync(content));
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
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
    fs: { allow: ['..'] }, // the catalogue is in the server's source
  },
  test: { include: ['test/**/*.test.ts'] },
});
