/** Random bytes in hex: for nonces, and for what this device adds to the dice. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes)); // works without a secure page, too
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
