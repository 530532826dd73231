/** Sounds made on the spot, and the phone's buzz; each only where there is one and it is switched on. */

import { settings } from '../settings.svelte';

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

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

/** The place where sounds are made, if there is one now. */
const awake = (): AudioContext | null => (settings.sound && context?.state === 'running' ? context : null);

/** Loud at once, then fading out. */
function fading(in_: AudioContext, loud: number, start: number, lasts: number): GainNode {
  const volume = in_.createGain();
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  volume.connect(in_.destination);
  return volume;
}

/** A short tone: its pitch in hertz, how long in seconds, how loud from 0 to 1, and when from now. */
export function tone(pitch: number, lasts = 0.08, loud = 0.15, when = 0): void {
  const audio = awake();
  if (!audio) return;
  const start = audio.currentTime + when;
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.setValueAtTime(pitch, start);
  source.connect(fading(audio, loud, start, lasts));
  source.start(start);
  source.stop(start + lasts);
}

/** Air, or paper: noise around a pitch that slides to another one. */
export function rush(from: number, to: number, lasts: number, loud = 0.1, when = 0): void {
  const audio = awake();
  if (!audio) return;
  const start = audio.currentTime + when;
  const source = audio.createBufferSource();
  source.buffer = hiss ??= noiseOf(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = 1.5;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
  source.connect(filter).connect(fading(audio, loud, start, lasts));
  source.start(start);
  source.stop(start + lasts);
}

function noiseOf(audio: AudioContext): AudioBuffer {
  const noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  noise.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1));
  return noise;
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
