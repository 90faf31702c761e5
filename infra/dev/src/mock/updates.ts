import { routes } from '@archaka/contracts';
import type { Router } from 'express';

/** Nothing ever changes behind a mock: the stream of updates stands open and silent. */
export function createIdleUpdates(router: Router): void {
  router.get(routes.updates.path, (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
  });
}
