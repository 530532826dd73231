// Keeps the shell of the pages where they are secure: they open at once, also while the server is away.
// It never touches /api or sockets. The build puts VERSION and SHELL above this.

const CACHE = `sixes-${VERSION}`;
/** Milliseconds for which the server may think about a page that we have. */
const PATIENCE = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

/** The page as the server has it now, or as we know it if the server does not answer. */
async function page(request) {
  const known = await caches.match('/');
  const late = new Promise((resolve) => setTimeout(() => resolve(known), PATIENCE));
  const fresh = fetch(request);
  if (!known) return fresh;
  return Promise.race([fresh.catch(() => known), late]);
}

/** Files whose names change with their content: once had, always good. */
async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}
