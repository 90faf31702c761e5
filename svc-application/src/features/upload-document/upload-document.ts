import { routes } from '@archaka/contracts';
import { invalid, tooLarge, userOf } from '@archaka/service-kit';
import type { Request, RequestHandler, Router } from 'express';
import type { FormFile } from '../../domain/form-files.ts';
import { countUpload } from '../keep-document/count-upload.ts';
import { getKind } from '../keep-document/get-kind.ts';
import { answerOf, keepDocument } from '../keep-document/keep-document.ts';
import type { Setting } from '../setting.ts';
import { receiveUpload, refuseByHeaders } from './receive-upload.ts';

/** @throws Refusal 400 without a known kind or a file, 413 beyond the kind's limit. */
function uploadIn({ body, file }: Request): { kind: FormFile; bytes: Buffer } {
  const kind = getKind(body?.kind);
  if (!file) throw invalid([{ field: 'file', message: 'Choose a file' }]);
  if (file.buffer.length > kind.limit) throw tooLarge();
  return { kind, bytes: file.buffer };
}

/** `POST /api/documents`: stores a file as it is picked, 201 with its id and what its bytes say it is. */
export function uploadRoute(router: Router, setting: Setting): void {
  const { guard, stores } = setting;
  const count: RequestHandler = async (_request, response, next) => {
    await countUpload(stores, userOf(response).id);
    next();
  };

  const keep: RequestHandler = async (request, response) => {
    const { kind, bytes } = uploadIn(request);
    const kept = await keepDocument(setting, { ownerId: userOf(response).id, kind, bytes });
    response.status(201).json(answerOf(kept, bytes.length));
  };

  const guards = [guard.sameSite, refuseByHeaders, guard.applicant, count];
  router.post(routes.uploadDocument.path, guards, receiveUpload, keep);
}
