import type { Router } from 'express';
import { createOpenApiDocument } from './openapi-document.ts';

/** `/openapi.json` on the service's own port, drawn when it is first asked for; the gateway joins all services'. */
export function registerOpenApiRoute(
  router: Router,
  published: Parameters<typeof createOpenApiDocument>[0],
): void {
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  router.get('/openapi.json', (_request, response) => {
    document ??= createOpenApiDocument(published);
    response.json(document);
  });
}
