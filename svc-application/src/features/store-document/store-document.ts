import { HttpProblem, invalid } from '@archaka/service-kit';
import { createDocumentId, type DocumentStore } from '../../persistence/document-store.ts';
import type { FileInspector } from '../inspect-file/inspect-file.ts';
import type { RejectedFile, UploadedFile } from '../inspect-file/inspection-result.ts';

export type StoreResult = { readonly documentId: string; readonly filetype: string } | RejectedFile;

interface StoreDocumentDependencies {
  readonly inspectFile: FileInspector;
  readonly repositories: { readonly documents: DocumentStore };
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
