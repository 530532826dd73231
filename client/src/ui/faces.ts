/** The faces of players: a body of shape and colour, hair for people, an antenna for bots. */

import { COLOURS, type Colour } from '../table/table';

export type Mood = 'calm' | 'think' | 'happy' | 'sad' | 'wow' | 'away';
export interface FaceLook {
  colour: Colour;
  /** 0 to 5 for people; null for bots. */
  hair: number | null;
}

/** Where the parts of a face are on its body, in a square of 48 by 48. */
export interface Body {
  path: string;
  /** The distance of the eyes from the middle, their height and radius. */
  apart: number;
  eyes: number;
  radius: number;
  mouth: number;
  /** Half the width of the mouth. */
  wide: number;
  /** Where the antenna and the hair begin. */
  stalk: number;
  crown: number;
}

const BIG = { radius: 5.3, wide: 4.6 };
const LITTLE = { radius: 4.6, wide: 3.6 };

export const BODIES: Readonly<Record<Colour, Body>> = {
  a: {
    path: 'M24 5.2a18.8 18.8 0 1 1 0 37.6A18.8 18.8 0 0 1 24 5.2z',
    ...{ apart: 7.2, eyes: 23.5, mouth: 31.7, stalk: 6.7, crown: 6.7, ...BIG },
  },
  b: {
    path: 'M20.8 6.6a3.7 3.7 0 0 1 6.4 0l17.3 30.3a3.7 3.7 0 0 1-3.2 5.5H6.7a3.7 3.7 0 0 1-3.2-5.5z',
    ...{ apart: 5.5, eyes: 29.4, mouth: 36, stalk: 6.5, crown: 8, ...LITTLE },
  },
  c: {
    path:
      'M10.6 6.6h26.8a4 4 0 0 1 4 4v26.8a4 4 0 0 1-4 4H10.6a4 4 0 0 1-4-4V10.6a4 4 0 0 1 4-4z',
    ...{ apart: 8, eyes: 22, mouth: 31.4, stalk: 8.1, crown: 6.2, ...BIG },
  },
  d: {
    path:
      'M21.4 3.2a3.7 3.7 0 0 1 5.2 0l18.2 18.2a3.7 3.7 0 0 1 0 5.2L26.6 44.8a3.7 3.7 0 0 1-5.2 0L3.2 26.6' +
      'a3.7 3.7 0 0 1 0-5.2z',
    ...{ apart: 6.3, eyes: 23, mouth: 30.4, stalk: 3.7, crown: 4.7, ...BIG },
  },
  e: {
    path:
      'M22.2 4.2a3.7 3.7 0 0 1 3.6 0l14.3 8.2a3.7 3.7 0 0 1 1.9 3.2v16.8a3.7 3.7 0 0 1-1.9 3.2l-14.3 8.2' +
      'a3.7 3.7 0 0 1-3.6 0L7.9 35.6A3.7 3.7 0 0 1 6 32.4V15.6a3.7 3.7 0 0 1 1.9-3.2z',
    ...{ apart: 7.4, eyes: 22.3, mouth: 31.2, stalk: 5.3, crown: 5.6, ...BIG },
  },
  f: {
    path:
      'M21.8 4.3a2.5 2.5 0 0 1 4.4 0l5 10.2 11.3 1.7a2.5 2.5 0 0 1 1.4 4.2l-8.2 8 1.9 11.3a2.5 2.5 0 0 1-3.6 2.6' +
      'L24 37l-10 5.3a2.5 2.5 0 0 1-3.6-2.6l1.9-11.3-8.2-8a2.5 2.5 0 0 1 1.4-4.2l11.3-1.7z',
    ...{ apart: 5.6, eyes: 22.6, mouth: 29.3, stalk: 4.5, crown: 5.5, ...LITTLE },
  },
};

/** Six haircuts, drawn from the crown; a closed one is filled. */
export const HAIR: readonly { path: string; filled?: boolean }[] = [
  { path: 'M24 0q-1-6-7.5-7M24 0q0-6 .6-9.5M24 0q2-5 8-5.5' },
  { path: 'M19.5 1q-2.5-10 5.5-10.5q5.5.4 4.5 4.8q-1.5 3.6-5 1.7' },
  { path: 'M13.5 4.5l1-9 5.5 5.5 4-9 4 9 5.5-5.5 1 9', filled: true },
  { path: 'M12 7q.5-13 12-13.5q11.5.5 12 13.5q-5-7-12-7.2q-7 .2-12 7.2z', filled: true },
  { path: 'M24-1.5q-9.5 4.5-9.5-2t9.5 0q9.5-6.5 9.5 0t-9.5 2z', filled: true },
  { path: 'M17.5 2q-.5-6-3.5-8M21.8 0q-.2-6-1.5-9.5M26.2 0q.4-6 2-9.5M30.5 2q.8-5 4-7.5' },
];

/** The path of the mouth. */
export function mouthOf({ mouth: y, wide }: Body, mood: Mood): string {
  const [left, right] = [24 - wide, 24 + wide];
  switch (mood) {
    case 'think': return `M21.8 ${y + 1.4}L${right - 0.4} ${y + 0.4}`;
    case 'happy':
      return (
        `M${left - 1.2} ${y - 1.4}Q24 ${y - 0.4} ${right + 1.2} ${y - 1.4}Q${right} ${y + 5.6} 24 ${y + 5.6}` +
        `Q${left} ${y + 5.6} ${left - 1.2} ${y - 1.4}z`
      );
    case 'sad': return `M${left} ${y + 3}Q24 ${y - 1.6} ${right} ${y + 3}`;
    case 'wow': return `M24 ${y - 1.4}q${wide * 0.6} 0 ${wide * 0.6} 3.2t${wide * -0.6} 3.2t${wide * -0.6}-3.2t${wide * 0.6}-3.2z`;
    case 'away': return `M22.2 ${y + 1.2}H25.8`;
    case 'calm': return `M${left} ${y}Q24 ${y + 3.8} ${right} ${y}`;
  }
}

/** The face of a player, from the public id: everybody sees the same one. */
export function faceOfPlayer(id: string): FaceLook {
  let hash = 0x811c9dc5; // FNV-1a
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return { colour: COLOURS[hash % 6] ?? 'a', hair: Math.floor(hash / 6) % 6 };
}

/** The face of the bot in a seat: each seat has its own. */
export const faceOfBot = (seat: number): FaceLook => ({ colour: COLOURS[seat % 6] ?? 'a', hair: null });
