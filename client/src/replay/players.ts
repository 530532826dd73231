/** Who played a recorded game: names and faces. */

import { faceOfBot, faceOfPlayer, type FaceLook } from '../ui/faces';
import { numbered } from '../table/names';
import { COLOURS } from '../table/table';
import { say } from '../text/translate.svelte';
import type { GameRecord, Player } from './record';

/** A bot's seat is called after its level; one that stood in for a person keeps the person's name. */
const isBot = ({ name, bot }: Player): boolean => bot !== '' && bot === name;

export const seatsOf = (record: GameRecord): number => (record.game === 'sixto' ? record.sheets.length : record.seats);

export function namesIn(record: GameRecord): readonly string[] {
  return numbered(
    Array.from({ length: seatsOf(record) }, (_, seat) => {
      const player = record.players[seat];
      if (player && isBot(player)) return say(`name.bot_${COLOURS[seat] ?? 'a'}`);
      if (player?.name === '') return say('name.guest');
      return player?.name || say('replay.player', { number: seat + 1 });
    }),
  );
}

export function facesIn(record: GameRecord): readonly FaceLook[] {
  return Array.from({ length: seatsOf(record) }, (_, seat) => {
    const player = record.players[seat];
    return player && !isBot(player) ? faceOfPlayer(player.name) : faceOfBot(seat);
  });
}
