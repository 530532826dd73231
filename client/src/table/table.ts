/** A table as the client holds it: the snapshot of a `welcome`, with its defaults filled in. */

import { padOf, type Pad } from './pad';
import {
  CHOICE_DEFAULTS,
  OPTIONS_DEFAULTS,
  SEAT_DEFAULTS,
  SIXEM_SNAPSHOT_DEFAULTS,
  SIXTO_SNAPSHOT_DEFAULTS,
  TABLE_SNAPSHOT_DEFAULTS,
  type Choice as WireChoice,
  type Options as WireOptions,
  type Seat as WireSeat,
  type SixemSnapshot,
  type SixtoSnapshot,
  type TableSnapshot,
} from '../wire/messages';

export type Options = Required<WireOptions>;
export type Seat = Required<WireSeat>;
export type Choice = Required<WireChoice>;
export type Sixto = Required<SixtoSnapshot>;
export type Sixem = Required<Omit<SixemSnapshot, 'choices'>> & { choices: readonly Choice[] };
export type Match = Sixto | Sixem;

export interface Table extends Required<Omit<TableSnapshot, 'options' | 'seats' | 'match'>> {
  options: Options;
  seats: readonly (Seat | null)[];
  match: Match | null;
  /** The score pad, if it is one; then there is no match. */
  pad: Pad | null;
}

export const COLOURS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type Colour = (typeof COLOURS)[number];
export const NO_DICE: readonly number[] = [0, 0, 0, 0, 0, 0];

export function fromSnapshot(snapshot: TableSnapshot): Table {
  return {
    ...TABLE_SNAPSHOT_DEFAULTS,
    ...snapshot,
    options: optionsOf(snapshot.options),
    seats: snapshot.seats.map((seat) => seat && seatOf(seat)),
    ...gameOf(snapshot.match),
  };
}

export const optionsOf = (options: WireOptions): Options => ({ ...OPTIONS_DEFAULTS, ...options });
export const seatOf = (seat: WireSeat): Seat => ({ ...SEAT_DEFAULTS, ...seat });
export const choiceOf = (choice: WireChoice): Choice => ({ ...CHOICE_DEFAULTS, ...choice });

function gameOf(shown: TableSnapshot['match']): Pick<Table, 'match' | 'pad'> {
  if (shown && 'board' in shown) return { match: null, pad: padOf(shown) };
  return { match: shown ? matchOf(shown) : null, pad: null };
}

export function matchOf(snapshot: SixtoSnapshot | SixemSnapshot): Match {
  if (snapshot.game === 'sixto') return { ...SIXTO_SNAPSHOT_DEFAULTS, ...snapshot };
  return { ...SIXEM_SNAPSHOT_DEFAULTS, ...snapshot, choices: (snapshot.choices ?? []).map(choiceOf) };
}

/** The coach may be asked: what was agreed, or else if there is one person only. */
export const allowsHints = ({ options, seats }: Table): boolean =>
  !options.rated && (options.hints ?? seats.filter((seat) => seat?.player).length < 2);

/** A player's seat, even while a bot plays for them; null for spectators. */
export function seatOfPlayer(table: Table, player: string): number | null {
  const seat = table.seats.findIndex((sitting) => sitting !== null && sitting.player === player);
  return player && seat >= 0 ? seat : null;
}

/** A list with one entry replaced. */
export function put<T>(list: readonly T[], at: number, value: T): readonly T[] {
  return list.map((old, index) => (index === at ? value : old));
}

/** A list with the same value a number of times. */
export function repeat<T>(times: number, value: T): readonly T[] {
  return Array.from({ length: times }, () => value);
}
