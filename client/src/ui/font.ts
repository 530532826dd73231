/**
 * Waits for our font. Where it comes later, the page keeps the font of the device until it is opened again: lines break
 * elsewhere in another font, and a button that jumps away is missed by the finger that was about to press it.
 */

/** Milliseconds that a page waits for it. It is fetched beside the script, so that it is nearly always there. */
const PATIENCE = 700;

export async function fontLoaded(): Promise<void> {
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  await Promise.race([document.fonts.load('1rem Sixes').catch(() => {}), late]);
}
