import { notFound, retryOnConflict, WriteConflict } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { getKind } from '../store-document/get-kind.ts';
import { storeDocument, toUploadResponse } from '../store-document/store-document.ts';
import { getRequestUpload } from './request-upload.ts';

interface FinishOptions {
  readonly id: string;
  /** All bytes are known to be stored. */
  readonly isComplete: boolean;
}

/** Idempotent. @throws HttpProblem 415 or 400 for unfit bytes, 404 while incomplete. */
export const finishUpload = (
  deps: Pick<Dependencies, 'inspectFile' | 'repositories'>,
  { id, isComplete }: FinishOptions,
) =>
  retryOnConflict(
    async (attempt) => (attempt === 1 && getRequestUpload()) || deps.repositories.uploads.find(id),
    async (upload) => {
      const { uploads } = deps.repositories;
      if (!upload) throw notFound();
      const { size, outcome, ownerId } = upload;
      if (outcome) return toUploadResponse(outcome, size);
      if (!isComplete && (await uploads.countReceivedBytes(upload)) < size) throw notFound();
      const bytes = await uploads.read(id);
      // Another request has finished the upload and is deleting its chunks.
      if (bytes.length < size) throw new WriteConflict();
      const result = await storeDocument(deps, { ownerId, kind: getKind(upload.kind), bytes });
      await uploads.finish(id, result);
      return toUploadResponse(result, size);
    },
  );
