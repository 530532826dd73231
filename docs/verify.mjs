// Recomputes every die of a finished game: node verify.mjs RECORD.json
// A second, independent reading of dice.md, to start from in other languages. It trusts that the record obeys the
// rules of the game; `sixes replay` checks that.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const COLOURS = "abcdef";
const PATTERNS = 11;
const record = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { game, seed, promise, additions, throws, starts, spun } = record.match.dice;

const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
const secret = Buffer.from(seed, "hex");
const key = hmac(secret, ["sixes dice 1", ...additions.map((added) => added ?? "-")].join("\n"));

function draw(label, sides) {
  for (let block = 0; ; block++)
    for (const byte of hmac(key, `${label} ${block}`))
      if (byte < 256 - (256 % sides)) return (byte % sides) + 1;
}

let count = 0;
function check(seat, turn, die, thrown, told, sides = 6) {
  const label = `${game} ${seat} ${turn} ${die} ${thrown}`;
  if (draw(label, sides) !== told) throw new Error(`${label}: should be ${draw(label, sides)}, not ${told}`);
  count++;
}

if (createHash("sha256").update(secret).digest("hex") !== promise) throw new Error("the promise is broken");

if (record.game === "sixto")
  record.turns.forEach(({ rolls }, turn) =>
    rolls.forEach((roll, again) =>
      roll.forEach((face, die) => face && check(turn % additions.length, turn + 1, COLOURS[die], again + 1, face))));
else {
  starts.forEach((faces, again) => faces.forEach((face, seat) => check(seat, 0, "start", again + 1, face)));
  const last = starts.at(-1);
  check(last.indexOf(Math.max(...last)), 0, "spin", 1, spun + 1, PATTERNS);
  record.rounds.forEach(({ dice }, round) =>
    dice.forEach((faces, seat) =>
      faces?.forEach((face, die) => check(seat, round + 1, COLOURS[die], throws[round][seat][die], face))));
}
console.log(count);
