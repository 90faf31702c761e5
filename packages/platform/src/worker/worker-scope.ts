/** The types of service workers conflict with those of the DOM, so the members in use are declared here. */
interface ServiceWorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerLifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void;
}

interface WorkerLifecycleEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerMessageEvent extends WorkerLifecycleEvent {
  readonly data: unknown;
}

export interface WorkerFetchEvent {
  readonly request: Request;
  /** Of the page that asks; empty for the request of a page itself. */
  readonly clientId: string;
  /** Of the page that the answer becomes. */
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}

/** In the script of a service worker. */
export const workerScope = globalThis as unknown as ServiceWorkerScope;
