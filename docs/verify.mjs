// Recomputes every die of a finished game: node verify.mjs RECORD.json
// A second, independent reading of dice.md, to start from in other languages. It trusts that the record obeys the
// rules of the game; `sixes replay` checks that.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const COLOURS = "abcdef";
const PATTERNS = 11;

const hmac = (key, text) => createHmac("sha256", key).update(text).digest();

function draw(label, sides, key) {
  for (let block = 0; ; block++)
    for (const byte of hmac(key, `${label} ${block}`))
      if (byte < 256 - (256 % sides)) return (byte % sides) + 1;
}

function verify(record, seed) {
  const { game, promise, additions, lot, throws, starts, spun } = record.match.dice;
  const secret = Buffer.from(seed, "hex");
  const keyOf = (added) => hmac(secret, ["sixes dice 1", ...added.map((each) => each ?? "-")].join("\n"));
  const key = keyOf(additions);

  let count = 0;
  function check(seat, turn, die, thrown, told, sides = 6, under = key) {
    const label = `${game} ${seat} ${turn} ${die} ${thrown}`;
    const number = draw(label, sides, under);
    if (number !== told) throw new Error(`${label}: should be ${number}, not ${told}`);
    count++;
  }

  if (createHash("sha256").update(secret).digest("hex") !== promise) throw new Error("the promise is broken");

  const seats = additions.length;
  if (lot !== undefined) {
    const before = [...additions.slice(seats - lot), ...additions.slice(0, seats - lot)];
    check(0, 0, "lot", 1, lot + 1, seats, keyOf(before));
  }

  if (record.game === "sixto")
    record.turns.forEach(({ rolls }, turn) =>
      rolls.forEach((roll, again) =>
        roll.forEach((face, die) => face && check(turn % seats, turn + 1, COLOURS[die], again + 1, face))));
  else {
    starts.forEach((faces, again) => faces.forEach((face, seat) => check(seat, 0, "start", again + 1, face)));
    const last = starts.at(-1);
    check(last.indexOf(Math.max(...last)), 0, "spin", 1, spun + 1, PATTERNS);
    record.rounds.forEach(({ dice }, round) =>
      dice.forEach((faces, seat) =>
        faces?.forEach((face, die) => check(seat, round + 1, COLOURS[die], throws[round][seat][die], face))));
  }
  return count;
}

const record = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { dice, duel } = record.match;
// The second game of a duel holds the first one, whose dice follow from the same seed.
console.log(verify(record, dice.seed) + (duel ? verify(duel.first, dice.seed) : 0));
