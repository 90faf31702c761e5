import { createDocumentId, type DocumentStore } from '../../persistence/document-store.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { FileInspector } from '../inspect-file/inspect-file.ts';
import type { UploadedFile } from '../inspect-file/inspection-result.ts';
import { countUpload } from './count-upload.ts';
import { type StoreResult, storeDocument } from './store-document.ts';

interface InlineFileDependencies {
  readonly inspectFile: FileInspector;
  readonly repositories: Pick<Repositories, 'uploadQuota'> & { readonly documents: DocumentStore };
}

/** @throws HttpProblem 429 over the daily limit. */
export type InlineFileStorer = (file: UploadedFile) => Promise<StoreResult>;

/** Counts and inspects the files of concurrent identical forms once. */
export function createInlineFileStorer(deps: InlineFileDependencies): InlineFileStorer {
  const inFlight = new Map<string, Promise<StoreResult>>();

  async function countAndStore(file: UploadedFile): Promise<StoreResult> {
    await countUpload(deps.repositories, file.ownerId);
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
