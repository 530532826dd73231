/** SHA-256 and HMAC with it: browsers have neither on pages without TLS. */

/** Thirty-two bits of the fractional part of a number. */
const fraction = (number: number): number => ((number % 1) * 2 ** 32) | 0;
const PRIMES = primes(64);
/** From the square roots of the first 8 primes, and from the cube roots of the first 64. */
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64;

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = Int32Array.from(START);
  for (let at = 0; at < view.byteLength; at += BLOCK) mix(state, schedule(view, at));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

/** The message, a bit, zeros, and its length in bits: whole blocks. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (message.length * 8) >>> 0);
  return view;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The 64 words that a block is mixed in as. */
function schedule(view: DataView, from: number): Int32Array {
  const words = new Int32Array(BLOCK);
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(from + 4 * at);
  for (let at = 16; at < BLOCK; at += 1) {
    const [early, late] = [words[at - 15]!, words[at - 2]!];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16]! + low + words[at - 7]! + high;
  }
  return words;
}

function mix(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (const [at, word] of words.entries()) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[at]! + word) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at]! += word;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const under = (mask: number, rest: Uint8Array): Uint8Array => sha256(joined(block.map((byte) => byte ^ mask), rest));
  return under(0x5c, under(0x36, message));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
