import { invalid, Refusal } from '@archaka/service-kit';
import { type DocumentStore, documentIdOf } from '../../store/documents.ts';
import type { FileInspector } from '../inspect-file/inspect-file.ts';
import type { Arrived, RefusedFile } from '../inspect-file/inspected.ts';

/** What became of a file: stored, or the words that refuse it. */
export type Kept = { readonly documentId: string; readonly filetype: string } | RefusedFile;

interface Keeping {
  readonly inspectFile: FileInspector;
  readonly stores: { readonly documents: DocumentStore };
}

/** Stores a file when its bytes are what its kind takes. */
export async function keepDocument({ inspectFile, stores }: Keeping, arrived: Arrived): Promise<Kept> {
  const inspected = await inspectFile(arrived);
  if ('refused' in inspected) return inspected;
  const { ownerId } = arrived;
  const documentId = documentIdOf(ownerId, arrived.bytes);
  await stores.documents.keep({ documentId, ownerId, ...inspected });
  return { documentId, filetype: inspected.filetype };
}

/**
 * What an upload answers.
 * @param bytes the size of the file as it arrived
 * @throws Refusal 415 for a file of another type, 400 for one that is not fit.
 */
export function answerOf(kept: Kept, bytes: number) {
  if (!('refused' in kept)) return { document_id: kept.documentId, filetype: kept.filetype, bytes };
  const { refused: message, why } = kept;
  if (why === 'invalid') throw invalid([{ field: 'file', message }]);
  throw new Refusal({ code: 'wrong-type', status: 415, title: message });
}
