/** How good a score is, in words that fit the company there was. */

import type { DailyResult } from '../wire/messages';

/** With fewer others, games of a strong bot tell more. */
const FEW = 20;

export interface Rank {
  /** Of a hundred, how many have fewer points. */
  percent: number;
  /** How many others played; null beside games of the expert. */
  others: number | null;
}

export function rankOf({ better, expert, people }: Pick<DailyResult, 'better' | 'expert' | 'people'>): Rank | null {
  const many = people > FEW || (expert ?? null) === null;
  if (many && typeof better === 'number') return { percent: better, others: people - 1 };
  return typeof expert === 'number' ? { percent: expert, others: null } : null;
}
