/** Builds the service worker: build/shell.js with the list of files of the app shell. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle(_, bundle) {
      // With the rules and their pictures: without a network, people look them up, too.
      const files = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$|^assets\/.*\.svg$/.test(name));
      const shell = ['/', ...files.sort().map((name) => `/${name}`)];
      const code = readFileSync(new URL('shell.js', import.meta.url), 'utf8');
      const version = createHash('sha256').update(shell.join() + code).digest('hex').slice(0, 12);
      const lists = `const VERSION = ${JSON.stringify(version)};\nconst SHELL = ${JSON.stringify(shell)};\n`;
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: lists + code });
    },
  };
}
