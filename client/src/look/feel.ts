/** Sounds made on the spot, and the phone's buzz; each only where there is one and it is switched on. */

import { settings } from '../settings.svelte';

let context: AudioContext | null = null;

/** Browsers let a page sound only after a tap; the first one opens the way. */
export function unlockSound(): void {
  const open = (): void => {
    if (!settings.sound) return;
    context ??= new AudioContext();
    void context.resume();
  };
  addEventListener('pointerdown', open, { passive: true });
  addEventListener('keydown', open, { passive: true });
}

/** A short tone: its pitch in hertz, how long in seconds, how loud from 0 to 1, and when from now. */
export function tone(pitch: number, lasts = 0.08, loud = 0.15, when = 0): void {
  if (!settings.sound || context?.state !== 'running') return;
  const start = context.currentTime + when;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = 'triangle';
  source.frequency.setValueAtTime(pitch, start);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + lasts);
}

/** Dice on wood: a few dry knocks, none like the other. */
export function clatter(dice: number, within = 0.6): void {
  for (let die = 0; die < dice * 2; die += 1) {
    tone(140 + Math.random() * 160, 0.05, 0.12, (within * (die + Math.random())) / (dice * 2));
  }
}

export function buzz(pattern: number | number[]): void {
  if (settings.vibration) navigator.vibrate?.(pattern);
}
