/** Dice are verified as `play/verify.py` does. */

import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { DiceProblem, draw, keyOf, verifyDice } from '../src/replay/dice';
import { recordOf } from '../src/replay/record';
import { bytesOfHex, hexOf, hmac, sha256 } from '../src/replay/sha256';
import { DICE, RECORDS, TABLES, tableDocument } from './records';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The examples of FIPS 180-2, appendix B. */
test.each([
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('SHA-256 of %.20s', (text, digest) => {
  expect(hexOf(sha256(bytes(text)))).toBe(digest);
});

/** Test cases 1, 2 and 6 of RFC 4231: keys of several lengths. */
test.each([
  ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ['4a656665', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  [
    'aa'.repeat(131),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
])('HMAC with the key %.20s', (key, text, digest) => {
  expect(hexOf(hmac(bytesOfHex(key), bytes(text)))).toBe(digest);
});

test('messages of every length around a block have the digests that Node gives', () => {
  for (let length = 0; length < 200; length += 1) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);
    expect(hexOf(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    expect(hexOf(hmac(message, message))).toBe(createHmac('sha256', message).update(message).digest('hex'));
  }
});

test.each(DICE)('$label draws $number', ({ seed, promise, additions, key, label, sides, number }) => {
  expect(hexOf(sha256(bytesOfHex(seed)))).toBe(promise);
  expect(hexOf(keyOf(bytesOfHex(seed), additions))).toBe(key);
  expect(draw(bytesOfHex(key), label, sides)).toBe(number);
});

const problemOf = (document: unknown): DiceProblem => {
  try {
    verifyDice(recordOf(document));
  } catch (problem) {
    if (problem instanceof DiceProblem) return problem;
    throw problem;
  }
  throw new Error('the dice were right');
};
const changed = (name: string, change: (document: any) => void): any => {
  const document = structuredClone(tableDocument(name));
  change(document);
  return document;
};

test.each(TABLES)('all dice of $name are right', ({ document }) => {
  const taken = document.match.dice.taken ?? 0;
  const faces = (document.turns ?? []).slice(taken).flatMap((turn: any) => turn.rolls.flat()).filter(Boolean).length;
  const thrown = (document.rounds ?? []).flatMap((round: any) => round.dice.flat()).filter(Boolean).length;
  expect(verifyDice(recordOf(document))).toBeGreaterThanOrEqual(faces + thrown);
});

test('a changed die of Sixto is found, and its turn', () => {
  for (const turn of [0, 4]) {
    const document = changed('sixto-with-bots', ({ turns }) => {
      const roll = turns[turn].rolls[0];
      roll[3] = (roll[3] % 6) + 1;
    });
    expect(problemOf(document)).toMatchObject({ kind: 'turn', where: { turn: turn + 1, die: 'd' } });
  }
});

test('a changed die of Sixem is found, and its round and seat', () => {
  const document = changed('sixem-with-bots', ({ rounds }) => {
    rounds[2].dice[1][0] = (rounds[2].dice[1][0] % 6) + 1;
  });
  expect(problemOf(document)).toMatchObject({ kind: 'round', where: { round: 3, seat: 1, die: 'a' } });
});

test.each<[string, string, (dice: any) => void]>([
  ['another seed', 'promise', (dice) => (dice.seed = dice.seed.replace(/./g, '1'))],
  ['another addition', 'start', (dice) => (dice.additions[0] = 'ab'.repeat(16))],
  ['another starting roll', 'start', (dice) => (dice.starts.at(-1)[0] = 7 - dice.starts.at(-1)[0])],
  ['another place of the spinner', 'form', (dice) => (dice.spun = (dice.spun + 1) % 11)],
  ['throws of nobody', 'form', (dice) => (dice.throws[0] = null)],
  ['a throw that never was', 'form', (dice) => (dice.throws[0][0][0] = 0)],
  ['no seed', 'no_seed', (dice) => delete dice.seed],
  ['an unknown key', 'form', (dice) => (dice.more = 1)],
  ['a short addition', 'form', (dice) => (dice.additions[0] = 'ab')],
  ['no starting rolls', 'form', (dice) => (dice.starts = [])],
])('%s is found', (_, kind, change) => {
  expect(problemOf(changed('sixem-with-bots', ({ match }) => change(match.dice))).kind).toBe(kind);
});

test('another lot is found', () => {
  const document = changed('sixto-with-bots', ({ match }) => (match.dice.lot = (match.dice.lot + 1) % 3));
  expect(problemOf(document).kind).toBe('lot');
});

test('a record without dice says so', () => {
  expect(problemOf(RECORDS.find(({ document }) => !document.match)!.document).kind).toBe('none');
});
