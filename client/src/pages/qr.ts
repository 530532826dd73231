/** QR codes for short texts, such as the link to a table: bytes, error correction L, versions 1 to 5. */

/** For each version from 1: codewords of data, and of error correction. One block each, so nothing is interleaved. */
const VERSIONS = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const;

// The field of 256 elements in which error correction reckons, by powers of 2.
const POWER = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWER[exponent] = POWER[exponent + 255] = value;
  LOG[value] = exponent;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}
const times = (one: number, other: number): number =>
  one && other ? POWER[LOG[one]! + LOG[other]!]! : 0;

/** The squares of the code, row by row, true for dark; null if the text is too long. */
export function squares(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([data]) => bytes.length + 2 <= data) + 1;
  if (!version) return null;
  const [room, checks] = VERSIONS[version - 1]!;
  const data = codewords(bytes, room);
  const words = [...data, ...remainder(data, checks)];
  const masked = Array.from({ length: 8 }, (_, mask) => drawn(version, words, mask));
  return masked.reduce((best, other) => (ugliness(other) < ugliness(best) ? other : best));
}

/** Mode, length, the bytes, an end, and filling. */
function codewords(bytes: Uint8Array, room: number): number[] {
  const bits = [4, bytes.length].map((value, at) => value.toString(2).padStart(at ? 8 : 4, '0')).join('');
  const all = bits + [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('') + '0000';
  const words = (all.match(/.{8}/g) ?? []).map((word) => parseInt(word, 2));
  while (words.length < room) words.push(words.length % 2 === bytes.length % 2 ? 0xec : 0x11);
  return words;
}

/** The codewords of error correction: what is left when the data is divided by the generator. */
function remainder(data: readonly number[], checks: number): number[] {
  let generator = [1];
  for (let root = 0; root < checks; root += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1]! ^= times(factor, POWER[root]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(checks).fill(0)];
  data.forEach((_, at) => {
    const factor = rest[at]!;
    generator.forEach((term, offset) => (rest[at + offset]! ^= times(term, factor)));
  });
  return rest.slice(data.length);
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean): void => {
    if (grid[y] && x >= 0 && x < size) grid[y][x] = dark;
  };
  finders(size, set);
  if (version > 1) alignment(size - 7, set);
  for (let at = 8; at < size - 8; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  format(size, mask, set);
  const bits = words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((word >> bit) & 1) === 1));
  let next = 0;
  for (const [x, y] of zigzag(size)) {
    if (grid[y]![x] === null) grid[y]![x] = (bits[next++] ?? false) !== MASKS[mask]!(x, y);
  }
  return grid as boolean[][];
}

type Set = (x: number, y: number, dark: boolean) => void;

/** The three large squares in the corners, with the white around them. */
function finders(size: number, set: Set): void {
  for (const [left, top] of [[0, 0], [size - 7, 0], [0, size - 7]] as const) {
    for (let y = -1; y <= 7; y += 1) {
      for (let x = -1; x <= 7; x += 1) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        set(left + x, top + y, ring < 2 || ring === 3);
      }
    }
  }
}

function alignment(centre: number, set: Set): void {
  for (let y = -2; y <= 2; y += 1) {
    for (let x = -2; x <= 2; x += 1) set(centre + x, centre + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
  }
}

/** Error correction L and the mask, twice, with checks of their own. */
function format(size: number, mask: number, set: Set): void {
  const data = (1 << 3) | mask;
  let rest = data;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, dark);
    set(at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at, 8, dark);
  }
  set(8, size - 8, true);
}

/** Every square in the order in which data is laid: two columns at a time, up and down, from the right. */
function* zigzag(size: number): Generator<readonly [number, number]> {
  let upwards = true;
  // Column 6 is taken by a timing line.
  for (let column = size - 1; column > 0; column -= column === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step;
      yield [column, y];
      yield [column - 1, y];
    }
    upwards = !upwards;
  }
}

/** The less, the better cameras read it: runs, blocks, false finders and a lack of balance cost. */
function ugliness(grid: readonly (readonly boolean[])[]): number {
  const rows = grid.map((row) => row.map(Number).join(''));
  const columns = grid.map((_, x) => grid.map((row) => Number(row[x])).join(''));
  let cost = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    cost += 40 * (line.split(/(?=10111010000|00001011101)/).length - 1);
  }
  for (let y = 1; y < grid.length; y += 1) {
    for (let x = 1; x < grid.length; x += 1) {
      const block = [rows[y]![x], rows[y]![x - 1], rows[y - 1]![x], rows[y - 1]![x - 1]].join('');
      if (block === '0000' || block === '1111') cost += 3;
    }
  }
  const dark = rows.join('').replaceAll('0', '').length / grid.length ** 2;
  return cost + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
