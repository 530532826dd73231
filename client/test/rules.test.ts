import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../build/rules';
import { anchorFor } from '../src/rules/anchors';
import type { Match } from '../src/table/table';

const read = (language: string) => {
  const text = readFileSync(new URL(`../../docs/rules.${language}.md`, import.meta.url), 'utf8');
  return rulesOf(text, (file, alt) => `<img src="${file}" alt="${alt}">`);
};
const english = read('en');

describe.each(['en', 'fr', 'it', 'de'])('the rules in %s', (language) => {
  const rules = read(language);
  const all = [...rules.sixto, ...rules.sixem];

  test('have the same parts as in English, each with a title and a text', () => {
    for (const game of ['sixto', 'sixem'] as const) {
      expect(rules[game].map(({ id }) => id)).toEqual(english[game].map(({ id }) => id));
    }
    expect(all.every(({ title, html }) => title && html)).toBe(true);
    expect(rules.title && rules.intro).toBeTruthy();
  });

  test('have nothing left that is not HTML', () => {
    const text = all.map(({ title, html }) => title + html).join('') + rules.intro;
    expect(text).not.toMatch(/\*\*|\]\(|\n\||^#/m);
    expect(text).not.toContain('rules.fr.md');
    for (const tag of ['p', 'ul', 'ol', 'li', 'table', 'strong', 'em', 'figure']) {
      const opened = text.split(`<${tag}>`).length + text.split(`<${tag} `).length - 1;
      expect(opened, tag).toBe(text.split(`</${tag}>`).length);
    }
  });

  test('link only to parts that are there', () => {
    const ids = new Set(all.map(({ id }) => id));
    const links = all.flatMap(({ html }) => [...html.matchAll(/href="#([\w-]+)"/g)].map((link) => link[1]));
    expect(links.filter((link) => !ids.has(link ?? ''))).toEqual([]);
  });
});

test('each phase of a game has its part', () => {
  const phases = {
    sixto: ['rolling', 'deciding', 'crossing', 'over'],
    sixem: ['starting', 'spinning', 'rolling', 'last_throws', 'marking', 'over'],
  } as const;
  for (const game of ['sixto', 'sixem'] as const) {
    const ids = english[game].map(({ id }) => id);
    for (const phase of phases[game]) expect(ids).toContain(anchorFor({ game, phase } as Match, game));
    expect(ids).toContain(anchorFor(null, game));
  }
});

test('what nobody has thought of fails', () => {
  expect(() => rulesOf('<a id="sixto"></a>\n\n## Sixto\n\n```\ncode\n```', () => '')).toThrow('not supported');
});
