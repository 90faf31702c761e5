import { routes } from '@archaka/contracts';
import type { Router } from 'express';

/** Data of a mock never changes: the stream of updates stays open without events. */
export function createIdleUpdates(router: Router): void {
  router.get(routes.updates.path, (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
  });
}
