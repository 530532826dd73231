/** The points of games of Sixto that were played alone on this device, kept in its local storage. */

const STORAGE_KEY = 'sixes.alone';
/** How many games are kept: the latest. */
const MOST = 300;

type Kept = readonly [code: string, points: number];

export interface OwnGames {
  /** The points of all games, oldest first, with this one. */
  points: readonly number[];
  /** The points of those before this one. */
  before: readonly number[];
  best: number;
  average: number;
}

function load(): readonly Kept[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return []; // no storage, or not ours
  }
}

const isKept = (entry: unknown): entry is Kept =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]);

/** Keep a finished game, once; gives all games with it. */
export function keepGame(code: string, points: number): OwnGames {
  const before = load().filter(([other]) => other !== code);
  const all = [...before, [code, points] as const].slice(-MOST);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(all));
  } catch {
    // Without storage, only this game is known.
  }
  return summaryOf(
    all.map(([, one]) => one),
    before.map(([, one]) => one),
  );
}

/** All games that were kept; null if there is none. */
export function ownGames(): OwnGames | null {
  const points = load().map(([, one]) => one);
  return points.length ? summaryOf(points, points) : null;
}

export function summaryOf(points: readonly number[], before: readonly number[]): OwnGames {
  const average = points.reduce((sum, one) => sum + one, 0) / points.length;
  return { points, before, best: Math.max(...points), average: Math.round(average) };
}

export interface Bar {
  from: number;
  count: number;
  /** This game is among them. */
  mine: boolean;
}

/** A histogram in steps of 10 or more points, of at most twelve bars. */
export function histogram(points: readonly number[], mine: number): readonly Bar[] {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const step = 10 * Math.max(1, Math.ceil((most - least) / 110));
  const first = Math.floor(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, at) => {
    const from = (first + at) * step;
    const within = (one: number): boolean => one >= from && one < from + step;
    return { from, count: points.filter(within).length, mine: within(mine) };
  });
}
