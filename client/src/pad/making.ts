/** Makes score pads. */

import { withErrorToast } from '../pages/errorToast';
import { makeTableAnywhere } from '../pages/makeTable';
import { go } from '../route.svelte';
import type { Table } from '../table/table';
import type { SheetLetter, SheetRows } from '../wire/messages';
import { isLetter, rowsOf, type Choice } from './memory';

/** Make a score pad and go there. */
export async function makePad({ game, sweet, players }: Choice): Promise<void> {
  await withErrorToast(async () => {
    const sheets: (SheetLetter | SheetRows)[] = players.map(({ sheet }) => (isLetter(sheet) ? sheet : rowsOf(sheet)));
    const code = await makeTableAnywhere({
      options: { game: `${game}_pad`, seats: players.length, ...(game === 'sixem' && sweet ? { sweet } : {}) },
      pad: { names: players.map(({ name }) => name.trim()), ...(game === 'sixto' ? { sheets } : {}) },
    });
    go(`/table/${code}`);
  });
}

/** A new pad for those who have just played, with the same sheets; whoever sat there sits down again by themselves. */
export async function makeAgain({ options, seats, pad }: Table): Promise<void> {
  await withErrorToast(async () => {
    const names = seats.map((seat) => seat?.name ?? '');
    const sheets = pad?.game === 'sixto_pad' ? { sheets: pad.sheets } : {};
    const code = await makeTableAnywhere({
      options: { game: options.game, seats: seats.length, ...(options.sweet ? { sweet: true } : {}) },
      pad: { names, ...sheets },
    });
    go(`/table/${code}`, {}, true);
  });
}
