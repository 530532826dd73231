/**
 * Makes HTML of docs/rules.*.md when the client is built.
 *
 * It reads the Markdown used there: headings with an anchor above, paragraphs, lists, tables, pictures, emphasis and
 * links within the page. Anything else fails the build, so that nothing is lost unnoticed.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

export interface Part {
  /** The anchor, the same in all languages. */
  id: string;
  title: string;
  html: string;
}
export interface Rules {
  title: string;
  intro: string;
  sixto: Part[];
  sixem: Part[];
}
type Draw = (file: string, alt: string) => string;

export function rulesOf(markdown: string, draw: Draw): Rules {
  const rules: Rules = { title: '', intro: '', sixto: [], sixem: [] };
  let id = '';
  let part: Part | null = null;
  for (const block of markdown.split(/\n{2,}/).map((text) => text.trim()).filter(Boolean)) {
    const anchor = /^<a id="([\w-]+)"><\/a>$/.exec(block);
    const heading = /^#{1,3} (.+)$/.exec(block);
    if (anchor) {
      id = anchor[1] ?? '';
    } else if (heading && id === 'rules') {
      rules.title = inline(heading[1] ?? '');
    } else if (heading) {
      part = { id, title: inline(heading[1] ?? ''), html: '' };
      (id.startsWith('sixto') ? rules.sixto : rules.sixem).push(part);
    } else if (part) {
      part.html += htmlOf(block, draw);
    } else if (!block.includes('](rules.')) {
      rules.intro += htmlOf(block, draw); // leaves out the links to other languages
    }
  }
  return rules;
}

function htmlOf(block: string, draw: Draw): string {
  const picture = /^!\[([^\]]*)\]\(pictures\/([\w-]+\.svg)\)$/.exec(block);
  if (picture) return `<figure>${draw(picture[2] ?? '', escaped(picture[1] ?? ''))}</figure>`;
  if (block.startsWith('|')) return table(block.split('\n'));
  if (block.startsWith('- ')) return list('ul', block.split(/\n(?=- )/).map((item) => item.slice(2)));
  if (/^1\. /.test(block)) return list('ol', block.split(/\n(?=\d+\. )/).map((item) => item.replace(/^\d+\. /, '')));
  if (/^[#<>`!]/.test(block)) throw new Error(`Markdown that is not supported in the rules: ${block.slice(0, 60)}`);
  return `<p>${inline(block)}</p>`;
}

const list = (kind: 'ul' | 'ol', items: string[]): string =>
  `<${kind}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${kind}>`;

/** The first row is the head; the second one only separates. */
function table(lines: string[]): string {
  const [head = [], , ...body] = lines.map((line) => line.split('|').slice(1, -1).map((cell) => inline(cell.trim())));
  const row = (cells: string[], first: string): string =>
    cells.map((cell, at) => (at === 0 ? `<th scope="${first}">${cell}</th>` : `<td>${cell}</td>`)).join('');
  const top = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const rows = body.map((cells) => `<tr>${row(cells, 'row')}</tr>`).join('');
  const wide = head.length > 5 ? ' class="wide"' : '';
  const whole = `<table${wide}><thead><tr>${top}</tr></thead><tbody>${rows}</tbody></table>`;
  return `<div class="table" tabindex="0">${whole}</div>`;
}

function inline(text: string): string {
  return escaped(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*(.+?)\*/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\((#[\w-]+)\)/g, '<a href="$2">$1</a>');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The Vite plugin: a module for each language, with the pictures as files. */
export function rules(): Plugin {
  return {
    name: 'rules',
    enforce: 'pre',
    load(file) {
      if (!/\/rules\.\w\w\.md$/.test(file)) return null;
      const pictures: string[] = [];
      const folder = join(dirname(file), 'pictures');
      const parsed = rulesOf(readFileSync(file, 'utf8'), (name, alt) => {
        const at = pictures.push(join(folder, name)) - 1;
        const drawn = readFileSync(join(folder, name), 'utf8');
        const [, width = '', height = ''] = /width="(\d+)" height="(\d+)"/.exec(drawn) ?? [];
        return `<img src="\u0000${at}\u0000" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
      });
      const imports = pictures.map((path, at) => `import p${at} from ${JSON.stringify(`${path}?url`)};`);
      const code = JSON.stringify(parsed).replace(/\\u0000(\d+)\\u0000/g, (_, at: string) => `" + p${at} + "`);
      return { code: `${imports.join('\n')}\nexport default ${code};`, moduleType: 'js' };
    },
  };
}
