/** Golden records and what the Python side says about them. */

import { readdirSync, readFileSync } from 'node:fs';
import { recordOf, type GameRecord } from '../src/replay/record';

const golden = new URL('../../tests/golden/', import.meta.url);
const read = (path: string): any => JSON.parse(readFileSync(new URL(path, golden), 'utf8'));

/** All that replay, finished or not, with their results. */
export const RECORDS: readonly { name: string; document: any; result: any }[] = readdirSync(new URL('records/', golden))
  .filter((name) => !name.endsWith('.result.json'))
  .map((name) => ({
    ...{ name, document: read(`records/${name}`) },
    result: read(`records/${name.replace('.json', '.result.json')}`),
  }));

/** Those of tables, with the dice that were dealt there. */
export const TABLES: readonly { name: string; document: any }[] = readdirSync(new URL('logs/', golden))
  .filter((name) => name.endsWith('.json') && !/never|tied|pad/.test(name))
  .map((name) => ({ name, document: read(`logs/${name}`).record }));

export const tableRecord = (name: string): GameRecord => recordOf(structuredClone(tableDocument(name)));
export const tableDocument = (name: string): any => TABLES.find((table) => table.name === `1-${name}.json`)?.document;
export const REFUSED: readonly { record: string; rule: string }[] = read('refused.json');
export const DICE: readonly any[] = read('dice.json');
export const LINKS: Readonly<Record<string, string>> = read('links.json');
