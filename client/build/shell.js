// The service worker: keeps the app shell, so that pages open at once, even while the server is away.
// It never touches /api, PDFs to print or sockets. The build adds VERSION and SHELL above this.

const CACHE = `sixes-${VERSION}`;
/** Milliseconds to wait for the server before the cached page is used. */
const PAGE_TIMEOUT = 3000;

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
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|print)\//.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

/** The server's page, or the cached one if the server does not answer in time. */
async function page(request) {
  const cached = await caches.match('/');
  const late = new Promise((resolve) => setTimeout(() => resolve(cached), PAGE_TIMEOUT));
  const fresh = fetch(request);
  if (!cached) return fresh;
  return Promise.race([fresh.catch(() => cached), late]);
}

/** Files whose names change with their content: cached for good. */
async function file(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok) (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}
