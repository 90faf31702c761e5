import type { Router } from 'express';
import { drawDocument } from './draw-document.ts';

/** `/openapi.json` on the service's own port, drawn when it is first asked for; the gateway joins all services'. */
export function openApiRoute(router: Router, published: Parameters<typeof drawDocument>[0]): void {
  let document: ReturnType<typeof drawDocument> | undefined;
  router.get('/openapi.json', (_request, response) => {
    document ??= drawDocument(published);
    response.json(document);
  });
}
