import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Router } from 'express';
import { createContent, sendContent } from '../content.ts';

/** Its scope is its folder and everything below: the whole portal. */
export const WORKER_PATH = '/sw.js';

interface ServiceWorkerOptions {
  readonly dist: string;
  /** False: browsers get a worker that removes itself. */
  readonly serviceWorker: boolean;
  /** Undefined when the portal serves the slices' files. */
  readonly sliceFiles: string | undefined;
}

const stopWorker = new URL('./stop-worker.js', import.meta.url);

/** Policy for the worker's own fetches; a page's requests are under the page's policy. */
const createPolicy = (sliceFiles: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["connect-src 'self'", ...(sliceFiles ? [new URL(sliceFiles).origin] : [])].join(' '),
  ].join('; ');

export function registerServiceWorkerRoute(
  router: Router,
  { dist, serviceWorker, sliceFiles }: ServiceWorkerOptions,
): void {
  const script = readFileSync(serviceWorker ? path.join(dist, 'sw.js') : stopWorker);
  const content = createContent('text/javascript', script);
  const policy = createPolicy(sliceFiles);
  router.get(WORKER_PATH, async (request, response) => {
    response.set({ 'Content-Security-Policy': policy, 'Service-Worker-Allowed': '/' });
    await sendContent(request, response, content);
  });
}
