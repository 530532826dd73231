/** Synthesised sounds, and vibration. Each does nothing where it is not available or is switched off. */

import { settings } from '../settings.svelte';

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

/** The clatter of dice on wood: a few dry knocks at random. */
export function clatter(dice: number, within = 0.6): void {
  for (let die = 0; die < dice * 2; die += 1) {
    tone(140 + Math.random() * 160, 0.05, 0.12, (within * (die + Math.random())) / (dice * 2));
  }
}

export function vibrate(pattern: number | number[]): void {
  if (settings.vibration) navigator.vibrate?.(pattern);
}
