import { routes } from '@archaka/contracts';
import { getUser, invalid, tooLarge } from '@archaka/service-kit';
import type { RequestHandler, Router } from 'express';
import type { FormFile } from '../../domain/form-files.ts';
import type { Dependencies } from '../dependencies.ts';
import { countUpload } from '../store-document/count-upload.ts';
import { getKind } from '../store-document/get-kind.ts';
import { storeDocument, toUploadResponse } from '../store-document/store-document.ts';
import { assertUploadHeaders, readUpload, type Upload } from './read-upload.ts';

/** @throws HttpProblem 400 without a known kind or a file, 413 over the kind's limit. */
async function getFile({ kind: name, file }: Upload): Promise<{ kind: FormFile; bytes: Buffer }> {
  const kind = getKind(name);
  if (!file) throw invalid([{ field: 'file', message: 'Choose a file' }]);
  if (file.size > kind.limit) throw tooLarge();
  return { kind, bytes: Buffer.from(await file.arrayBuffer()) };
}

export function registerUploadRoute(router: Router, deps: Dependencies): void {
  const { guard, repositories } = deps;
  const countFile: RequestHandler = async (_request, response, next) => {
    await countUpload(repositories, getUser(response).id);
    next();
  };

  const storeUpload: RequestHandler = async (request, response) => {
    const { kind, bytes } = await getFile(await readUpload(request));
    const result = await storeDocument(deps, { ownerId: getUser(response).id, kind, bytes });
    response.status(201).json(toUploadResponse(result, bytes.length));
  };

  const guards = [guard.sameSite, assertUploadHeaders, guard.applicant, countFile];
  router.post(routes.uploadDocument.path, guards, storeUpload);
}
