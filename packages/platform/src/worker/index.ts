import { browserExtras } from '../device/browser-extras.ts';

interface WorkerOptions {
  /** Path of its script. */
  readonly url: string;
  readonly scope: string;
  /** Name of a policy that the page's `trusted-types` allow. */
  readonly policyName: string;
}

/** Also checks for a newer worker. Resolves once one is active; never in a browser without service workers. */
export async function registerWorker(options: WorkerOptions): Promise<ServiceWorkerRegistration> {
  const workers = browserExtras.serviceWorker();
  if (!workers) return new Promise(() => undefined);
  const { url, scope, policyName } = options;
  const policy = globalThis.trustedTypes?.createPolicy(policyName, {
    createScriptURL: (address) => (address === url ? address : ''),
  });
  const registering = workers.register(policy?.createScriptURL(url) ?? url, {
    scope,
    updateViaCache: 'none',
  });
  // Offline the registered worker stays active.
  void registering.then((registration) => registration.update()).catch(() => undefined);
  return workers.ready;
}

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
