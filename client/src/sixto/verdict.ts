/** The verdict on a finished game in words, and which row and column to mark. */

import type { Sixto } from '../table/table';
import { formatList, say } from '../text/translate.svelte';
import type { OwnGames } from './ownGames';
import { rankingOf, type SheetPoints } from './points';

/** One sentence about the result: to a player, to a spectator, or to somebody alone. */
export function verdictOf(
  match: Sixto,
  me: number | null,
  names: readonly string[],
  games: OwnGames | null,
): string {
  const ranking = rankingOf(match);
  const [first, second] = ranking;
  // A lesson is not among my games.
  if (ranking.length === 1 && !games) return say(me !== null && (first?.total ?? 0) > 0 ? 'reaction.bravo' : 'game.over');
  if (games) return soloVerdict(games);
  const won = match.winners.map((seat) => names[seat] ?? '');
  if (won.length > 1) return say('game.share_win', { names: formatList(won) });
  const mine = ranking.find(({ seat }) => seat === me);
  const ahead = (first?.total ?? 0) - ((mine && mine !== first ? mine : second)?.total ?? 0);
  if (!mine || ahead === 0) {
    return mine === first ? say('game.you_win') : say('game.they_win', { names: won[0] ?? '' });
  }
  if (mine === first) return say('game.win_by', { count: ahead });
  return say('game.short_of', { count: ahead, name: won[0] ?? '' });
}

function soloVerdict({ points, before, best, average }: OwnGames): string {
  const now = points.at(-1) ?? 0;
  if (before.length === 0) return say('game.solo_first');
  if (now > Math.max(...before)) return say('game.solo_best');
  return now >= average ? say('game.solo_good') : say('game.solo_short', { count: best - now });
}

/** The row with the most points; null if none brought any. */
export function bestRow({ rows }: SheetPoints): number | null {
  const best = Math.max(...rows);
  return best > 0 ? rows.indexOf(best) : null;
}

/** The first column that cost points; null if none did. */
export function worstColumn({ columns }: SheetPoints): number | null {
  const worst = Math.min(...columns);
  return worst < 0 ? columns.indexOf(worst) : null;
}
