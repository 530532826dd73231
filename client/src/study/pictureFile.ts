/** A drawing as a file: to be saved, or sent by the device's own sheet. */

import { toPng, type Part, type Size } from './picture';

/** The colour of a token, as the canvas needs it; the element is in light colours and not shown. */
function colourIn(swatch: HTMLElement, token: string): string {
  swatch.style.color = `var(--${token})`;
  return getComputedStyle(swatch).color;
}

export async function pictureFile(
  parts: readonly Part[],
  swatch: HTMLElement | undefined,
  name: string,
  size?: Size,
): Promise<File> {
  const png = await toPng(parts, (token) => (swatch ? colourIn(swatch, token) : ''), size);
  return new File([png], name, { type: 'image/png' });
}

/** Whether this device can send pictures. */
export const canSendPictures = (): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [new File([], 'sixes.png', { type: 'image/png' })] });
