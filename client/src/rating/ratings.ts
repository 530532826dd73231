/** Ratings of those who sit at a table. */

import { formatPoints } from '../sixto/points';
import { request } from '../wire/api';

export interface SeatRating {
  /** Null below ten rated games. */
  rating: number | null;
  games: number;
  /** By the game of this table. */
  change: number | null;
}

/** By seat; null where nobody sits. */
export const seatRatings = async (code: string): Promise<readonly (SeatRating | null)[]> =>
  (await request<{ seats: readonly (SeatRating | null)[] }>('GET', `tables/${code}/ratings`)).seats;

/** A rating as a number, or two question marks while it is too early for one. */
export const formatRating = ({ rating }: Pick<SeatRating, 'rating'>): string => (rating === null ? '??' : formatPoints(rating));

/** With a sign, and a real minus. */
export const formatChange = (change: number): string => (change < 0 ? `−${-change}` : `+${change}`);
