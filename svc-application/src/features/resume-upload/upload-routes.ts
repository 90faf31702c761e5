import { routes } from '@archaka/contracts';
import { notFound, userOf } from '@archaka/service-kit';
import type { RequestHandler, Router } from 'express';
import type { Setting } from '../setting.ts';
import { finishUpload } from './finish-upload.ts';
import { refuseByHeaders, refuseMalformed } from './protocol.ts';
import { makeTusServer } from './tus-server.ts';

/**
 * Resumable uploads at `/api/uploads` (tus 1.0, https://tus.io/protocols/resumable-upload): the last bytes are
 * answered with the document, and GET tells it again to who lost that answer. Another's upload is not there.
 */
export function resumableUploads(router: Router, setting: Setting): void {
  const { guard, stores } = setting;
  const server = makeTusServer(setting);

  const own: RequestHandler<{ id: string }> = async ({ params }, response, next) => {
    const upload = await stores.uploads.find(params.id);
    if (upload?.ownerId !== userOf(response).id) throw notFound();
    next();
  };

  const answer: RequestHandler<{ id: string }> = async ({ params }, response) => {
    response.json(await finishUpload(setting, params.id));
  };

  const speakTus: RequestHandler = (request, response) => server.handle(request, response);
  const guards = [guard.sameSite, refuseByHeaders, guard.applicant, refuseMalformed];
  const { path } = routes.getUpload;
  router.post(routes.beginUpload.path, guards, speakTus);
  router.head(path, guards, own, speakTus);
  router.patch(path, guards, own, speakTus);
  router.delete(path, guards, own, speakTus);
  router.get(path, guard.applicant, own, answer);
}
