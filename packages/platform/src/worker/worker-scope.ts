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
  /** Id of the requesting page; empty for a navigation request. */
  readonly clientId: string;
  /** Id of the page that the response becomes. */
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}

export const workerScope = globalThis as unknown as ServiceWorkerScope;
