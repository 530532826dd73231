/** Synthesised sounds, and vibration. Each does nothing where it is not available or is switched off. */

import { settings } from '../settings.svelte';
import { reducedMotion } from './reducedMotion';

let context: AudioContext | null = null;
let whiteNoise: AudioBuffer | null = null;

/** Browsers allow sound only after a tap or a key: the first one starts the audio context. */
export function unlockSound(): void {
  const start = (): void => {
    if (!settings.sound) return;
    context ??= new AudioContext();
    void context.resume();
  };
  addEventListener('pointerdown', start, { passive: true });
  addEventListener('keydown', start, { passive: true });
}

/** The audio context, if sound is on and running. */
const runningContext = (): AudioContext | null => (settings.sound && context?.state === 'running' ? context : null);

/** A volume that starts loud and fades out. */
function fadeOut(audio: AudioContext, loud: number, start: number, lasts: number): GainNode {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  volume.connect(audio.destination);
  return volume;
}

/** A short tone: pitch in hertz, duration in seconds, volume from 0 to 1, and seconds from now. */
export function tone(pitch: number, lasts = 0.08, loud = 0.15, when = 0): void {
  const audio = runningContext();
  if (!audio) return;
  const start = audio.currentTime + when;
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.setValueAtTime(pitch, start);
  source.connect(fadeOut(audio, loud, start, lasts));
  source.start(start);
  source.stop(start + lasts);
}

/** Noise around a pitch that slides to another one: a whoosh, or a pen on paper. */
export function noise(from: number, to: number, lasts: number, loud = 0.1, when = 0): void {
  const audio = runningContext();
  if (!audio) return;
  const start = audio.currentTime + when;
  const source = audio.createBufferSource();
  source.buffer = whiteNoise ??= noiseBuffer(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = 1.5;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
  source.connect(filter).connect(fadeOut(audio, loud, start, lasts));
  source.start(start);
  source.stop(start + lasts);
}

function noiseBuffer(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1));
  return buffer;
}

/** Dice in the hand. */
export const handSound = (): void => [0, 0.07, 0.13, 0.2].forEach((when) => noise(2100, 1200, 0.05, 0.07, when));

/** Dice on felt: a thud for each when it first touches it, see `Die`; `lasts` is until the first of them lies. */
export function thudSounds(dice: number, lasts: number): void {
  const falls = reducedMotion() ? 0 : 0.45;
  for (let die = 0; die < dice; die += 1) {
    tone(84 + Math.random() * 44, 0.07, 0.17, falls * (lasts / 1000) + die * 0.024);
  }
}

/** Vibrate, but not before the first touch, which browsers block. */
export function vibrate(pattern: number | number[]): void {
  if (settings.vibration && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
}
