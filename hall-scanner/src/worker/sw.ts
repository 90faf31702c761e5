/** The build puts in its place what belongs to this version: a hash of all files, and their addresses. */
declare const KEPT_FILES: { readonly version: string; readonly addresses: readonly string[] };

/** What is used here of a service worker's scope; its types and those of a page do not go together. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as WorkerScope;
const PREFIX = 'hall-scanner-';
const { version, addresses } = KEPT_FILES;
const cacheName = PREFIX + version;

/** All files of this version or none; past the browser's own cache, which may hold a page of another version. */
async function keep(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(addresses.map((address) => new Request(address, { cache: 'reload' })));
}

async function removeOthers(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((each) => each.startsWith(PREFIX) && each !== cacheName);
  await Promise.all(others.map((each) => caches.delete(each)));
}

async function answer(request: Request, address: string): Promise<Response> {
  const kept = await (await caches.open(cacheName)).match(address, { ignoreVary: true });
  return kept ?? fetch(request);
}

// A page runs with the files of its own version to its end: a new version waits until no page of the old one is open.
scope.addEventListener('install', (event) => event.waitUntil(keep()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(removeOthers().then(() => scope.clients.claim())),
);
scope.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || !addresses.includes(pathname)) return;
  event.respondWith(answer(event.request, pathname));
});
