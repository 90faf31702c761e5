import { routes } from '@archaka/contracts';
import { getUser, notFound } from '@archaka/service-kit';
import type { RequestHandler, Router } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { finishUpload } from './finish-upload.ts';
import { runWithUpload } from './request-upload.ts';
import { assertTusHeaders, assertWellFormedHeaders } from './tus-headers.ts';
import { createTusServer } from './tus-server.ts';

/** tus 1.0 (https://tus.io/protocols/resumable-upload). GET repeats the final response if the client lost it. */
export function registerResumableUploadRoutes(router: Router, deps: Dependencies): void {
  const { guard, repositories } = deps;
  const server = createTusServer(deps);

  const assertUploadOwner: RequestHandler<{ id: string }> = async ({ params }, response, next) => {
    const upload = await repositories.uploads.find(params.id);
    if (upload?.ownerId !== getUser(response).id) throw notFound();
    runWithUpload(upload, next);
  };

  const sendOutcome: RequestHandler<{ id: string }> = async ({ params }, response) => {
    response.json(await finishUpload(deps, { id: params.id, isComplete: false }));
  };

  const handleTus: RequestHandler = (request, response) => server.handle(request, response);
  const guards = [guard.sameSite, assertTusHeaders, guard.applicant, assertWellFormedHeaders];
  const { path } = routes.getUpload;
  router.post(routes.beginUpload.path, guards, handleTus);
  router.head(path, guards, assertUploadOwner, handleTus);
  router.patch(path, guards, assertUploadOwner, handleTus);
  router.delete(path, guards, assertUploadOwner, handleTus);
  router.get(path, guard.applicant, assertUploadOwner, sendOutcome);
}
