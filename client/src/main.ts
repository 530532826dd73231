import './look/tokens.css';
import './look/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { unlockSound } from './look/feel';
import { follow } from './route.svelte';
import { speak, wantedLanguage } from './text/speech.svelte';

// A part of the page is gone from the server: it has a newer version, and this page is of yesterday.
addEventListener('vite:preloadError', (event) => {
  event.preventDefault();
  if (Date.now() - Number(sessionStorage.getItem('reloaded') ?? 0) < 60_000) return;
  sessionStorage.setItem('reloaded', String(Date.now()));
  location.reload();
});

follow();
unlockSound();
void speak(wantedLanguage()).then(() => mount(App, { target: document.getElementById('app')! }));
