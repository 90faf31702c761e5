import { beforeAll, beforeEach, expect, test } from '@jest/globals';

type Listener = (event: object) => void;

export const ORIGIN = 'https://exams.example';

const toUrl = (request: RequestInfo | URL): string =>
  new URL(typeof request === 'object' && 'url' in request ? request.url : String(request), ORIGIN).href;

function createFakeCaches() {
  const byName = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = byName.get(name) ?? new Map<string, Response>();
    byName.set(name, entries);
    return {
      match: async (request: RequestInfo) => entries.get(toUrl(request))?.clone(),
      put: async (request: RequestInfo, response: Response) => void entries.set(toUrl(request), response),
    };
  };
  return {
    open,
    keys: async () => [...byName.keys()],
    delete: async (name: string) => byName.delete(name),
    match: async (request: RequestInfo) =>
      [...byName.values()].flatMap((entries) => entries.get(toUrl(request)) ?? [])[0]?.clone(),
  };
}

/** A service worker's browser environment with a network that the test controls. */
export function createWorkerEnvironment() {
  const listeners = new Map<string, Listener>();
  const files = new Map<string, string>();
  const device = { isOnline: true, reachesPortal: true };
  Object.assign(globalThis, {
    caches: createFakeCaches(),
    location: new URL(ORIGIN),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    fetch: async (request: RequestInfo | URL) => {
      const content = files.get(toUrl(request));
      if (!device.isOnline || !device.reachesPortal) throw new TypeError('Failed to fetch');
      return new Response(content ?? 'missing', { status: content === undefined ? 404 : 200 });
    },
  });
  Object.defineProperty(navigator, 'onLine', { get: () => device.isOnline, configurable: true });

  /** @returns the worker's response; undefined when it leaves the request to the browser */
  async function request(path: string, { mode = 'cors', client = 'page' } = {}): Promise<string | undefined> {
    let answer: Promise<Response> | undefined;
    listeners.get('fetch')?.({
      request: { method: 'GET', url: ORIGIN + path, mode },
      clientId: mode === 'navigate' ? '' : client,
      resultingClientId: client,
      respondWith: (response: Promise<Response>) => {
        answer = response;
      },
    });
    return answer && (await (await answer).text());
  }
  async function send(data: object): Promise<void> {
    let work: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    listeners.get('message')?.({ data, waitUntil });
    await work;
  }
  return {
    device,
    /** The network returns this content at this path. */
    deploy: (path: string, content: string) => void files.set(ORIGIN + path, content),
    withdraw: (path: string) => files.delete(ORIGIN + path),
    request,
    send,
  };
}

const environment = createWorkerEnvironment();
const { device, deploy, withdraw, request, send } = environment;

function deployRelease(version: string): string[] {
  const registry = JSON.stringify({
    revision: 1,
    slices: {
      'mf-auth': {
        version,
        entry: `/slices/mf-auth/${version}/mf-manifest.json`,
        manifest: {
          metaData: { remoteEntry: { name: 'remoteEntry.js' } },
          exposes: [{ assets: { js: { sync: ['app.js'] }, css: { sync: [] } } }],
        },
        integrity: {},
      },
    },
  });
  deploy(
    '/',
    `page ${version} <script src="/assets/shell.${version}.js"></script><meta name="session" content="some">
<script type="application/json" id="slices">${registry}</script>`,
  );
  deploy(`/assets/shell.${version}.js`, `shell ${version}`);
  deploy(`/assets/lazy.${version}.js`, `lazy ${version}`);
  for (const file of ['remoteEntry.js', 'app.js'])
    deploy(`/slices/mf-auth/${version}/${file}`, `${file} ${version}`);
  return [registry, `/assets/shell.${version}.js`];
}

beforeAll(async () => {
  await import('./sw.ts');
});
beforeEach(async () => {
  Object.assign(device, { isOnline: true, reachesPortal: true });
  for (const name of await caches.keys()) await caches.delete(name);
});

const openPage = (client: string) => request('/ticket', { mode: 'navigate', client });

test('leaves pages and files to the network when there is one', async () => {
  deploy('/ticket', 'from the network');
  await send({ release: deployRelease('v1'), files: [] });
  expect(await openPage('online')).toBe('from the network');
  expect(await request('/assets/shell.v1.js', { client: 'online' })).toBeUndefined();
  expect(await request('/slices/mf-auth/v1/app.js', { client: 'online' })).toBeUndefined();
});

test('serves the page, its files and used responses from the device offline', async () => {
  await send({ release: deployRelease('v1'), files: [`${ORIGIN}/assets/lazy.v1.js`] });
  device.isOnline = false;
  expect(await openPage('offline')).toContain('page v1');
  expect(await request('/assets/shell.v1.js', { client: 'offline' })).toBe('shell v1');
  expect(await request('/assets/lazy.v1.js', { client: 'offline' })).toBe('lazy v1');
  expect(await request('/slices/mf-auth/v1/app.js', { client: 'offline' })).toBe('app.js v1');
});

test('serves the files of a stored page from the device when the browser reports a network, and those of no other page', async () => {
  await send({ release: deployRelease('v1'), files: [] });
  device.reachesPortal = false;
  expect(await openPage('unreachable')).toContain('<meta name="session" content="unknown">');
  expect(await request('/assets/shell.v1.js', { client: 'unreachable' })).toBe('shell v1');
  expect(await request('/assets/shell.v1.js', { client: 'another' })).toBeUndefined();
});

test('replaces the previous version and deletes its files', async () => {
  await send({ release: deployRelease('v1'), files: [] });
  await send({ release: deployRelease('v2'), files: [] });
  device.isOnline = false;
  expect(await openPage('offline')).toContain('page v2');
  expect(await request('/slices/mf-auth/v2/app.js')).toBe('app.js v2');
  await expect(request('/slices/mf-auth/v1/app.js')).rejects.toThrow('Failed to fetch');
});

test('retains the previous version when a file of the new one is missing', async () => {
  await send({ release: deployRelease('v1'), files: [] });
  const release = deployRelease('v3');
  withdraw('/slices/mf-auth/v3/app.js');
  await send({ release, files: [] });
  device.isOnline = false;
  expect(await openPage('offline')).toContain('page v1');
  expect(await request('/slices/mf-auth/v1/app.js')).toBe('app.js v1');
});

test('ignores responses of services and pages that are not the shell’s', async () => {
  await send({ release: deployRelease('v1'), files: [] });
  device.isOnline = false;
  expect(await request('/api/dashboard/getexamination')).toBeUndefined();
  expect(await request('/api/payment/cancel', { mode: 'navigate' })).toBeUndefined();
  expect(await request('/verify/token', { mode: 'navigate' })).toBeUndefined();
  expect(await request('/results', { mode: 'navigate' })).toBeUndefined();
});

test('fails like the network before anything is stored', async () => {
  device.isOnline = false;
  await expect(openPage('first')).rejects.toThrow('Failed to fetch');
});
