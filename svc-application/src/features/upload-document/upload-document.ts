import { routes } from '@archaka/contracts';
import { invalid, Refusal, tooLarge, tooMany, userOf } from '@archaka/service-kit';
import type { Request, RequestHandler, Router } from 'express';
import { type FormFile, formFiles } from '../../domain/form-files.ts';
import { documentIdOf } from '../../store/documents.ts';
import { inspectFile } from '../inspect-file/inspect-file.ts';
import type { Setting } from '../setting.ts';
import { receiveUpload, refuseByHeaders } from './receive-upload.ts';

/** @throws Refusal 400 without a known kind or a file, 413 beyond the kind's limit. */
function uploadIn({ body, file }: Request): { kind: FormFile; bytes: Buffer } {
  const kind = formFiles.find(({ field }) => field === body?.kind);
  if (!kind) throw invalid([{ field: 'kind', message: 'Choose what the file is' }]);
  if (!file) throw invalid([{ field: 'file', message: 'Choose a file' }]);
  if (file.buffer.length > kind.limit) throw tooLarge();
  return { kind, bytes: file.buffer };
}

const notAccepted = (title: string) => new Refusal({ code: 'wrong-type', status: 415, title });

/** `POST /api/documents`: stores a file as it is picked, 201 with its id and what its bytes say it is. */
export function uploadRoute(router: Router, { guard, stores: { documents, uploadQuota } }: Setting): void {
  const countUpload: RequestHandler = async (_request, response, next) => {
    const wait = await uploadQuota.count(userOf(response).id, 1);
    next(wait > 0 ? tooMany(wait) : undefined);
  };

  const keep: RequestHandler = async (request, response) => {
    const { kind, bytes } = uploadIn(request);
    const inspected = await inspectFile(bytes, kind);
    if ('refused' in inspected) throw notAccepted(inspected.refused);
    const { filetype } = inspected;
    const ownerId = userOf(response).id;
    const documentId = documentIdOf(ownerId, bytes);
    await documents.keep({ documentId, ownerId, filetype, bytes });
    response.status(201).json({ document_id: documentId, filetype, bytes: bytes.length });
  };

  const guards = [guard.sameSite, refuseByHeaders, guard.applicant, countUpload];
  router.post(routes.uploadDocument.path, guards, receiveUpload, keep);
}
