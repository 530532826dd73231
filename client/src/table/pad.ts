/** The fold of events on a score pad. Like that of a game it knows no rules: what may be crossed comes with the events. */

import {
  SIXEM_PAD_BOARD_DEFAULTS,
  SIXTO_PAD_BOARD_DEFAULTS,
  type AnyEvent,
  type SixemPadBoard,
  type SixemPadSnapshot,
  type SixtoPadBoard,
  type SixtoPadSnapshot,
} from '../wire/messages';

export type SixtoBoard = Required<SixtoPadBoard>;
export type SixemBoard = Required<SixemPadBoard>;
export type SixtoPad = Required<Omit<SixtoPadSnapshot, 'board'>> & { board: SixtoBoard };
export type SixemPad = Required<Omit<SixemPadSnapshot, 'board'>> & { board: SixemBoard };
export type Pad = SixtoPad | SixemPad;

const boardOf = (board: SixtoPadBoard | SixemPadBoard): SixtoBoard | SixemBoard =>
  board.game === 'sixto' ? { ...SIXTO_PAD_BOARD_DEFAULTS, ...board } : { ...SIXEM_PAD_BOARD_DEFAULTS, ...board };

export const padOf = (shown: SixtoPadSnapshot | SixemPadSnapshot): Pad =>
  ({ over: false, winners: [], ...shown, board: boardOf(shown.board) }) as Pad;

export function afterPad(pad: Pad, event: AnyEvent): Pad {
  if (event.t === 'ended') return { ...pad, over: true, winners: event.winners };
  const changes = 'board' in event && event.board ? boardOf(event.board as SixtoPadBoard) : changesOf(pad.board, event);
  return changes ? ({ ...pad, board: { ...pad.board, ...changes } } as Pad) : pad;
}

/** What an event changes on the board, if it does not bring a whole one. */
function changesOf(board: SixtoBoard | SixemBoard, event: AnyEvent): object | null {
  const entries = board.entries + 1;
  if (event.t === 'pad_diced') return { entries, dice: event.dice, legal: event.legal };
  if (event.t === 'pad_patterned') return { entries, pattern: event.pattern };
  if (board.game === 'sixto' && (event.t === 'pad_crossed' || event.t === 'pad_uncrossed')) {
    const others = (board.half[event.seat] ?? []).filter((box) => box[0] !== event.box[0]);
    const half = event.t === 'pad_crossed' ? [...others, event.box].sort() : others;
    return { entries, half: board.half.map((boxes, seat) => (seat === event.seat ? half : boxes)) };
  }
  if (board.game === 'sixem' && event.t === 'pad_marked') {
    const { cell, cells, seat, erase, give, lines } = event;
    const boards = board.boards.map((rows, at) =>
      [seat, erase, give].includes(at) ? marked(rows, cell, at === erase ? '.' : 'X') : rows,
    );
    const used = [...new Set([...(board.marked[seat] ?? []), cell])].sort();
    return { entries, lines, boards, cells, marked: board.marked.map((cells, at) => (at === seat ? used : cells)) };
  }
  return null;
}

/** A board with another sign in a cell. */
function marked(rows: readonly string[], cell: string, sign: string): readonly string[] {
  const at = Number(cell[1]) - 1;
  return rows.map((row, colour) => ('abcdef'[colour] === cell[0] ? row.slice(0, at) + sign + row.slice(at + 1) : row));
}
