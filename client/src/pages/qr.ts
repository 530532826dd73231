/** QR codes for links to a table. In a module of its own, so that the encoder is loaded only where one is shown. */

import { generate, mode } from 'lean-qr';

/** The squares of the code, row by row, true for dark. */
export function squares(text: string): boolean[][] {
  // Plain bytes where they do: some readers stumble over a code that names its encoding.
  const code = generate(text, { modes: [mode.ascii, mode.utf8] });
  return Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (_, x) => code.get(x, y)));
}
