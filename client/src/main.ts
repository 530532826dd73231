import './ui/tokens.css';
import './ui/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { fontLoaded } from './ui/font';
import { unlockSound } from './ui/sound';
import { watchForInstallPrompt } from './pages/install.svelte';
import { checkForUpdate, watchForUpdates } from './pages/updateCheck.svelte';
import { prefetch } from './prefetch';
import { startRouter, currentRoute } from './route.svelte';
import { settings } from './settings.svelte';
import { setLanguage, preferredLanguage } from './text/translate.svelte';

// A chunk cannot be loaded: perhaps this page is older than the server.
addEventListener('vite:preloadError', () => void checkForUpdate(true));

// Keeps the app shell for when the server is slow or away. It needs a secure page; all works without it.
/** Milliseconds after which it is fetched: until then the page needs the network and the processor for itself. */
const SETTLED = 5000;
if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator) {
  const register = (): unknown => navigator.serviceWorker.register('/worker.js').catch(() => {});
  addEventListener('load', () => setTimeout(register, SETTLED));
}
if (settings.offline) setTimeout(() => void import('./offline/later').then(({ prepare }) => prepare()), SETTLED);

startRouter();
prefetch(currentRoute());
unlockSound();
watchForUpdates();
watchForInstallPrompt();
void Promise.all([setLanguage(preferredLanguage()), fontLoaded()]).then(() =>
  mount(App, { target: document.getElementById('app')! }),
);
