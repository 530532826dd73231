import './look/tokens.css';
import './look/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { unlockSound } from './look/feel';
import { watchForOffers } from './pages/install.svelte';
import { lookForNewer, watchForNewer } from './pages/newer.svelte';
import { follow, here } from './route.svelte';
import { speak, wantedLanguage } from './text/speech.svelte';

// A part of the page cannot be had. Has the server a newer version, and this page is of yesterday?
addEventListener('vite:preloadError', () => void lookForNewer(true));

// On a secure page the shell is kept for when the server is slow or away. Elsewhere all works without it.
if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => {}));
}

follow();
// Fetched while the sentences are; if it cannot be had, the page says so.
if (here().page === 'learn') import('./learn/LearnPage.svelte').catch(() => {});
unlockSound();
watchForNewer();
watchForOffers();
void speak(wantedLanguage()).then(() => mount(App, { target: document.getElementById('app')! }));
