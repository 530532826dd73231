/** Builds the service worker: build/shell.js with the list of files of the app shell. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle(_, bundle) {
      // The rules and their pictures are fetched on demand.
      const files = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$/.test(name) && !/\/rules\./.test(name));
      const shell = ['/', ...files.sort().map((name) => `/${name}`)];
      const code = readFileSync(new URL('shell.js', import.meta.url), 'utf8');
      const version = createHash('sha256').update(shell.join() + code).digest('hex').slice(0, 12);
      const lists = `const VERSION = ${JSON.stringify(version)};\nconst SHELL = ${JSON.stringify(shell)};\n`;
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: lists + code });
    },
  };
}
