/** Random bytes in hex: for nonces, and for this device's share in the seed of the dice. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes)); // also available without TLS
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
