import { Refusal } from '@archaka/service-kit';
import type { FormFile } from '../../domain/form-files.ts';
import { type DocumentStore, documentIdOf } from '../../store/documents.ts';
import { inspectFile } from '../inspect-file/inspect-file.ts';

/** A file as it arrived. */
interface Arrived {
  readonly ownerId: string;
  readonly kind: FormFile;
  readonly bytes: Buffer;
}

/** What became of a file: stored, or the words that refuse it. */
export type Kept = { readonly documentId: string; readonly filetype: string } | { readonly refused: string };

/** Stores a file when its bytes are what its kind takes. */
export async function keepDocument(
  documents: DocumentStore,
  { ownerId, kind, bytes }: Arrived,
): Promise<Kept> {
  const inspected = await inspectFile(bytes, kind);
  if ('refused' in inspected) return inspected;
  const { filetype } = inspected;
  const documentId = documentIdOf(ownerId, bytes);
  await documents.keep({ documentId, ownerId, filetype, bytes });
  return { documentId, filetype };
}

/**
 * What an upload answers.
 * @param bytes the size of the file
 * @throws Refusal 415 in the words of the file's kind.
 */
export function answerOf(kept: Kept, bytes: number) {
  if ('refused' in kept) throw new Refusal({ code: 'wrong-type', status: 415, title: kept.refused });
  return { document_id: kept.documentId, filetype: kept.filetype, bytes };
}
