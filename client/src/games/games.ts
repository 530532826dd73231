/** My finished games as the server tells them, and the lists of them: a filter is the part of the address after #. */

import { request } from '../wire/api';

export interface Other {
  name: string;
  player?: string;
  bot?: string;
}
export interface PlayedGame {
  code: string;
  game: 'sixto' | 'sixem';
  seats: number;
  points: number;
  rank: number;
  won: boolean;
  ended: number;
  sheet?: string;
  kind?: string;
  unaided?: boolean;
  head_start?: number;
  rating?: number;
  change?: number;
  others?: readonly Other[];
}
export interface GamePage {
  games: readonly PlayedGame[];
  next?: string;
}
export interface Histogram {
  from: number;
  counts: readonly number[];
}
export interface Scores {
  seats: number;
  games: number;
  mean: number;
  best: Readonly<Record<string, number>>;
  points: Histogram;
  bots: Readonly<Record<string, Histogram>>;
}
export interface Ten {
  since: number;
  until: number;
  mean: number;
}
export interface Opponent {
  player: string;
  name: string;
  games: number;
  won: number;
  lost: number;
}
export interface DiceTold {
  times: readonly number[];
  chance: number;
  verdict: 'few' | 'usual' | 'unusual' | 'rare';
}
export interface Numbers {
  totals: readonly { game: 'sixto' | 'sixem'; seats: number; games: number; won: number }[];
  scores: readonly Scores[];
  trend: { seats: number; tens: readonly Ten[] };
  opponents: readonly Opponent[];
  dice: DiceTold;
  ratings: readonly { game: 'sixto' | 'sixem'; seats: number; rating: number | null; games: number }[];
}

/** Which games: names and values as the server takes them. */
export type Filter = Readonly<Record<string, string>>;

export const loadGames = (filter: Filter, after = ''): Promise<GamePage> =>
  request('GET', `me/games?${new URLSearchParams(after ? { ...filter, after } : filter)}`);
export const loadNumbers = (seats = 0): Promise<Numbers> => request('GET', `me/numbers${seats ? `?seats=${seats}` : ''}`);

const NAMES = [
  'game', 'seats', 'sheet', 'player', 'bot', 'won', 'since', 'until', 'kind', 'least', 'most', 'counted', 'rated',
];

/** The filter in an address; what nobody knows is left out. */
export function filterOf(hash: string): Filter {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries([...given].filter(([name, value]) => NAMES.includes(name) && value));
}

/** The address of the list with these games. */
export const gamesLink = (filter: Readonly<Record<string, string | number>>): string =>
  `/games#${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`;

/** A day as a date field writes it, in the time of this device. */
export function dayOf(at: number): string {
  const day = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** When a day of a date field begins here, or the one after it; "" if it is none. */
export function startOfDay(day: string, later = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later).getTime();
  return Number.isFinite(start) && start >= 0 ? String(start) : '';
}

export interface Bar {
  /** Points: from, and the last that belong to it. */
  from: number;
  to: number;
  count: number;
  /** How high it is, as a share of the highest. */
  height: number;
}

/** At most so many bars fit on a phone. */
const MOST_BARS = 16;
const STEP = 10;

/** Histograms in the same steps, wide enough for a phone, each with a highest bar of 1. */
export function barsOf(histograms: readonly Histogram[]): readonly (readonly Bar[])[] {
  const first = Math.min(...histograms.map(({ from }) => from));
  const last = Math.max(...histograms.map(({ from, counts }) => from + counts.length * STEP));
  const wide = STEP * Math.max(1, Math.ceil((last - first) / STEP / MOST_BARS));
  const start = Math.floor(first / wide) * wide;
  const many = Math.ceil((last - start) / wide);
  return histograms.map(({ from, counts }) => {
    const sums = Array<number>(many).fill(0);
    counts.forEach((count, at) => (sums[Math.floor((from + at * STEP - start) / wide)]! += count));
    const most = Math.max(...sums, 1e-9);
    return sums.map((count, at) => {
      const least = start + at * wide;
      return { from: least, to: least + wide - 1, count, height: count / most };
    });
  });
}

/** Whether a face came up so often that it may be coloured: outside of 95 of 100 cases, and the dice are not usual. */
export function isOdd({ times, verdict }: DiceTold, face: number): boolean {
  const rolled = times.reduce((sum, one) => sum + one, 0);
  const spread = 1.96 * Math.sqrt((rolled * 5) / 36);
  return (verdict === 'unusual' || verdict === 'rare') && Math.abs((times[face] ?? 0) - rolled / 6) > spread;
}
