import { internalRoutes, routes } from '@archaka/contracts';
import { getCaller, getUser, notFound, toApplicant } from '@archaka/service-kit';
import type { RequestHandler, Response, Router } from 'express';
import type { DocumentMetadata } from '../../persistence/document-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertOwner } from '../load-applicant-state/load-applicant-state.ts';

const contentTypes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** An applicant's file must not run scripts in a browser or remain in its cache. */
export function sendDocument(
  response: Response,
  { bytes, filetype }: DocumentMetadata & { bytes: Buffer },
): void {
  response.set({
    'content-type': contentTypes[filetype] ?? 'application/octet-stream',
    'content-disposition': `inline; filename="document.${filetype}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
    'cache-control': 'private, no-store',
  });
  response.end(bytes);
}

export function registerDocumentRoutes(
  router: Router,
  { guard, audit, repositories: { documents } }: Dependencies,
): void {
  /** As JSON the details, whose picture is too small to read: no read of the paper. */
  const serveOwner: RequestHandler<{ id: string }> = async ({ params, headers }, response) => {
    const [found] = await documents.find([params.id]);
    const { filetype, size: bytes } = assertOwner(
      found && { ...found, userId: found.ownerId },
      getUser(response),
    );
    if (headers.accept === 'application/json') {
      const details = await documents.readDetails(params.id);
      response.set('cache-control', 'private, no-store').json({ filetype, bytes, ...details });
      return;
    }
    const document = await documents.read(params.id);
    if (!document) throw notFound();
    await audit.record({
      action: 'paper.read',
      actor: toApplicant(getUser(response)),
      detail: { paper: params.id },
    });
    sendDocument(response, document);
  };

  const serveService: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const document = await documents.read(params.id);
    if (!document) throw notFound();
    await audit.record({
      action: 'paper.read',
      actor: { kind: 'service', id: getCaller(response) },
      subject: { userId: document.ownerId },
      detail: { paper: params.id },
    });
    sendDocument(response, document);
  };

  router.get(routes.getDocument.path, guard.applicant, serveOwner);
  router.get(
    internalRoutes.documentContent.path,
    guard.service(internalRoutes.documentContent),
    serveService,
  );
}
