import { workerScope as scope } from '@archaka/platform/worker';

/** Inserted by the build: a hash of all files, and their addresses. */
declare const PRECACHED_FILES: { readonly version: string; readonly addresses: readonly string[] };

const PREFIX = 'hall-scanner-';
const { version, addresses } = PRECACHED_FILES;
const cacheName = PREFIX + version;

/** All or nothing. `reload` bypasses the HTTP cache, which may hold a page of another version. */
async function precache(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(addresses.map((address) => new Request(address, { cache: 'reload' })));
}

async function removeOldCaches(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((each) => each.startsWith(PREFIX) && each !== cacheName);
  await Promise.all(others.map((each) => caches.delete(each)));
}

async function respond(request: Request, address: string): Promise<Response> {
  const cached = await (await caches.open(cacheName)).match(address, { ignoreVary: true });
  return cached ?? fetch(request);
}

// No `skipWaiting`: an open page keeps the files of its own version.
scope.addEventListener('install', (event) => event.waitUntil(precache()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(removeOldCaches().then(() => scope.clients.claim())),
);
scope.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || !addresses.includes(pathname)) return;
  event.respondWith(respond(event.request, pathname));
});
