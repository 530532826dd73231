/** The settings of this device, kept in its local storage only. */

import type { Language } from './text/catalogue';

interface Settings {
  language: Language | null;
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  vibration: boolean;
  /** The player has confirmed the name that others see. */
  named: boolean;
  /** The strength of bots: an index into STRENGTHS, weakest first. */
  strength: number;
  /** Sixto: legal boxes show their gains. */
  gains: boolean;
  /** Sixem: dice with missing numbers are kept by themselves. */
  autoKeep: boolean;
  /** Ratings are hidden wherever they are. */
  noRatings?: boolean;
  /** The company last chosen for each game. */
  company: { sixto: 'alone' | 'bots' | 'friends'; sixem: 'alone' | 'bots' | 'friends' };
  /** How many unfinished games the start page showed last: it keeps their room free while it loads. */
  unfinished: number;
  /** Codes of unfinished games that the start page no longer offers. */
  discarded: readonly string[];
  /** Somebody has played or had a lesson here before. */
  met: boolean;
  /** Who plays here, as the server last said: for games without a network. */
  me?: { player: string; name: string };
  /** The runtime with which this device plays without a network. */
  offline?: { id: string; size: number } | undefined;
  /** Games that ended here, while fewer than three; null once playing without a network was offered. */
  ended?: readonly string[] | null;
  /** Games on this device may have to be sent to the server. */
  unsent?: boolean;
  /** The lesson under way for each game: its table and step. */
  lessons: Partial<Record<'sixto' | 'sixem', { code: string; step: number }>>;
}

const DEFAULTS: Settings = {
  language: null,
  theme: 'system',
  sound: true,
  vibration: true,
  named: false,
  strength: 1,
  met: false,
  lessons: {},
  gains: false,
  autoKeep: false,
  company: { sixto: 'alone', sixem: 'bots' },
  discarded: [],
  unfinished: 0,
};
const STORAGE_KEY = 'sixes';

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // no storage, or not ours: use the defaults
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

/** Change settings, for now and for later visits. */
export function updateSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...stored(), ...changes })); // other tabs may have changed more
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}
