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
