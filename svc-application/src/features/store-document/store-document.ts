import { HttpProblem, invalid } from '@archaka/service-kit';
import type { FileRef } from '../../domain/application.ts';
import { type FormFile, findFormFile } from '../../domain/form-files.ts';
import { createDocumentId } from '../../persistence/document-store.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { FileInspector, RejectedFile, UploadedFile } from '../inspect-file/inspect-file.ts';

/** @throws HttpProblem 400 for an unknown kind. */
export function getKind(name: unknown): FormFile {
  const kind = findFormFile(name);
  if (!kind) throw invalid([{ field: 'kind', message: 'Choose what the file is' }]);
  return kind;
}

type StoreResult = FileRef | RejectedFile;

interface StoreDocumentDependencies {
  readonly inspectFile: FileInspector;
  readonly repositories: Repositories;
}

export async function storeDocument(
  { inspectFile, repositories }: StoreDocumentDependencies,
  file: UploadedFile,
): Promise<StoreResult> {
  const inspected = await inspectFile(file);
  if ('refused' in inspected) return inspected;
  const { ownerId } = file;
  const documentId = createDocumentId(ownerId, file.bytes);
  await repositories.documents.save({ documentId, ownerId, ...inspected });
  return { documentId, filetype: inspected.filetype };
}

/** `bytes`: size as received. @throws HttpProblem 415 for a wrong type, 400 for an invalid file. */
export function toUploadResponse(result: StoreResult, bytes: number) {
  if (!('refused' in result)) return { document_id: result.documentId, filetype: result.filetype, bytes };
  const { refused: message, why } = result;
  if (why === 'invalid') throw invalid([{ field: 'file', message }]);
  throw new HttpProblem({ code: 'wrong-type', status: 415, title: message });
}

/** @throws HttpProblem 429 over the daily limit. */
export type InlineFileStorer = (file: UploadedFile) => Promise<StoreResult>;

/** Counts and inspects the files of concurrent identical forms once. */
export function createInlineFileStorer(deps: StoreDocumentDependencies): InlineFileStorer {
  const inFlight = new Map<string, Promise<StoreResult>>();

  async function countAndStore(file: UploadedFile): Promise<StoreResult> {
    await deps.repositories.uploadQuota.consume(file.ownerId);
    return storeDocument(deps, file);
  }

  return (file) => {
    const key = `${createDocumentId(file.ownerId, file.bytes)} ${file.kind.name}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const result = countAndStore(file).finally(() => inFlight.delete(key));
    inFlight.set(key, result);
    return result;
  };
}
