/** What one can choose to print, and the ready PDF for it. */

import type { Language } from '../text/catalogue';

export const KINDS = ['sheets', 'own', 'boards', 'spinner', 'rules'] as const;
export type Kind = (typeof KINDS)[number];
export const PAPERS = ['a4', 'letter', 'a5', 'a6'] as const;
export type Paper = (typeof PAPERS)[number];
export const PER_PAGE = [1, 2, 4] as const;

export interface Choice {
  kind: Kind;
  paper: Paper;
  perPage: number;
  grey: boolean;
}

/** The list that the build writes beside the PDFs: of each file name its pages. */
export type Index = Readonly<Record<string, { pages: number; bytes: number }>>;

export const FOLDER = '/print';

/** Read the list; null if this server has no PDFs. */
export async function loadIndex(): Promise<Index | null> {
  const response = await fetch(`${FOLDER}/index.json`);
  return response.ok ? ((await response.json()) as Index) : null;
}

/** The name of a file without its ending, as `src/sixes/paper/ready.py` gives it. */
export const fileName = ({ kind, paper, perPage, grey }: Choice, language: Language): string =>
  `${kind}-${paper}-${perPage}-${grey ? 'grey' : 'colour'}-${language}`;

/** The name of the picture: A4 stands for all papers, and colours for both. */
export const pictureName = (choice: Choice, language: Language): string =>
  fileName({ ...choice, paper: 'a4', grey: false }, language);

/** How many can be on a page of this paper. A sheet of one's own goes where a ready sheet goes. */
export function possible(index: Index, choice: Choice, language: Language): readonly number[] {
  const kind = choice.kind === 'own' ? 'sheets' : choice.kind;
  return PER_PAGE.filter((perPage) => fileName({ ...choice, kind, perPage }, language) in index);
}

/** The same choice, with as many on a page as there can be. */
export function settled(index: Index, choice: Choice, language: Language): Choice {
  const all = possible(index, choice, language);
  return all.includes(choice.perPage) ? choice : { ...choice, perPage: all.at(-1) ?? 1 };
}

/** North America and a few others print on Letter. */
const LETTER = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA']);
export function usualPaper(languages: readonly string[]): Paper {
  const region = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find((found) => found !== undefined);
  return region !== undefined && LETTER.has(region) ? 'letter' : 'a4';
}
