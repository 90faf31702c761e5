import { internalRoutes, routes } from '@archaka/contracts';
import { notFound, userOf } from '@archaka/service-kit';
import type { RequestHandler, Response, Router } from 'express';
import type { DocumentFacts } from '../../store/documents.ts';
import { assertOwn } from '../confirm-identity/assert-own.ts';
import type { Setting } from '../setting.ts';

const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** An applicant's file can do nothing in a browser but be shown, and stays in none. */
function send(response: Response, { bytes, filetype }: DocumentFacts & { bytes: Buffer }): void {
  response.set({
    'content-type': types[filetype] ?? 'application/octet-stream',
    'content-disposition': `inline; filename="document.${filetype}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
    'cache-control': 'private, no-store',
  });
  response.end(bytes);
}

/** `GET /api/documents/:id` for its owner, and the same for services. */
export function documentRoutes(router: Router, { guard, stores: { documents } }: Setting): void {
  const forOwner: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const [facts] = await documents.find([params.id]);
    assertOwn(facts && { userId: facts.ownerId }, userOf(response));
    const document = await documents.read(params.id);
    if (!document) throw notFound();
    send(response, document);
  };

  const forServices: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const document = await documents.read(params.id);
    if (!document) throw notFound();
    send(response, document);
  };

  router.get(routes.getDocument.path, guard.applicant, forOwner);
  router.get(internalRoutes.documentContent.path, guard.service(internalRoutes.documentContent), forServices);
}
