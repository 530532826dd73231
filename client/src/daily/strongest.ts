/** The bot whose game stands beside mine. */

import type { BotScore } from '../wire/messages';

/** From the strongest; a server may not have all of them. */
const STRONG = ['master', 'expert', 'steady'] as const;

/** The strongest of those that have played; empty if there is none. */
export const strongest = (bots: readonly BotScore[]): string =>
  STRONG.find((level) => bots.some((bot) => bot.level === level)) ?? '';
