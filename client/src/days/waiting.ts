/** For whom games over days wait, and for how long still. */

import { isMyTurn } from '../pages/myTurn';
import type { Table } from '../table/table';
import type { TableSummary } from '../wire/messages';

/** A game over days in which somebody has something to do. */
export const waitsFor = ({ waiting }: TableSummary, player: string): boolean => !!player && !!waiting?.includes(player);

/** Those that did not wait for me before. */
export const newTurns = (before: readonly TableSummary[], now: readonly TableSummary[]): readonly TableSummary[] =>
  now.filter(({ code }) => !before.some((other) => other.code === code));

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

export type Unit = (typeof UNITS)[number][0];

/** A time in the largest unit of which it has at least one, rounded down; at least a minute. */
export function roughTime(milliseconds: number): { unit: Unit; count: number } {
  const [unit, long] = UNITS.find(([, length]) => milliseconds >= length) ?? (['minute', MINUTE] as const);
  return { unit, count: Math.max(1, Math.floor(milliseconds / long)) };
}

/** Until when I have to make my step, in milliseconds since 1970; 0 if I need not. */
export const dueForMe = (table: Table, me: number | null): number => (isMyTurn(table, me) ? (table.match?.due ?? 0) : 0);
