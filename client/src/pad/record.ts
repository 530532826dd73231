/** The document of a finished score pad, which the server has checked, as a table. */

import { fromSnapshot, NO_DICE, repeat, type Table } from '../table/table';
import type { SheetRows, SixemPadSnapshot, SixtoPadSnapshot } from '../wire/messages';

interface AnyDocument {
  pad: 1;
  match: { players: readonly { name: string }[] };
}
interface SixtoDocument extends AnyDocument {
  game: 'sixto';
  sheets: readonly SheetRows[];
  turns: readonly { crosses: readonly (readonly string[])[] }[];
  result: { winners: readonly number[]; closed: readonly string[]; ends: readonly string[]; scores: readonly { total: number }[] };
}
interface SixemDocument extends AnyDocument {
  game: 'sixem';
  seats: number;
  pattern: Readonly<Record<string, number>>;
  variant?: 'sweet';
  result: {
    winners: readonly number[];
    rounds: number;
    tied: readonly number[];
    boards: readonly (readonly string[])[];
    lines: readonly Readonly<Record<string, number>>[];
  };
}
export type PadDocument = SixtoDocument | SixemDocument;

export const isPad = (document: unknown): document is PadDocument =>
  typeof document === 'object' && document !== null && 'pad' in document;

/** The table on which a pad was written, as it stood in the end. */
export function tableOf(document: PadDocument, code: string): Table {
  const { players } = document.match;
  const sweet = document.game === 'sixem' && document.variant === 'sweet';
  return fromSnapshot({
    ...{ id: '', code, phase: 'over', host: '', promise: '' },
    options: { game: `${document.game}_pad`, seats: players.length, ...(sweet ? { sweet } : {}) },
    seats: players.map(({ name }) => ({ name })),
    match: document.game === 'sixto' ? sixtoOf(document) : sixemOf(document),
  });
}

function sixtoOf({ sheets, turns, result }: SixtoDocument): SixtoPadSnapshot {
  const seats = sheets.length;
  return {
    ...{ game: 'sixto_pad', sheets, over: true, winners: result.winners },
    board: {
      ...{ game: 'sixto', turn: turns.length + 1, active: 0, closed: result.closed, ends: result.ends },
      crosses: sheets.map((_, seat) => turns.flatMap(({ crosses }) => crosses[seat] ?? [])),
      ...{ half: repeat(seats, []), legal: repeat(seats, NO_DICE), dice: NO_DICE },
      scores: result.scores.map(({ total }) => total),
    },
  };
}

function sixemOf({ pattern, result }: SixemDocument): SixemPadSnapshot {
  const { boards, lines, tied, rounds, winners } = result;
  return {
    ...{ game: 'sixem_pad', over: true, winners },
    board: {
      ...{ game: 'sixem', round: rounds + 1, pattern, boards, tied, marked: repeat(boards.length, []), cells: [] },
      lines: lines.map((kinds) => Object.values(kinds).reduce((sum, count) => sum + count, 0)),
    },
  };
}
