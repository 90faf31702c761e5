import type { ApplicationForm, FieldError } from '@archaka/contracts';
import { forbidden, type User } from '@archaka/service-kit';
import type { FileRef, Files } from '../../domain/application.ts';
import { decodeDataUrl, type FormFile, formFiles } from '../../domain/form-files.ts';
import {
  createDocumentId,
  type DocumentMetadata,
  type DocumentStore,
} from '../../persistence/document-store.ts';
import type { Dependencies } from '../dependencies.ts';

export interface ResolvedFiles {
  /** Complete once there are no errors and no foreign file. */
  readonly files: Files;
  /** Of the accommodation. */
  readonly certificate: FileRef | null;
  readonly stored: readonly DocumentMetadata[];
  readonly errors: readonly FieldError[];
  readonly hasForeignFile: boolean;
}

interface FormFileInput {
  readonly file: FormFile;
  readonly documentId: string;
  readonly bytes?: Buffer;
}

interface InspectedFile extends FormFileInput {
  readonly ref?: FileRef;
  readonly error?: string;
}

const toInputs = (form: ApplicationForm, user: User): FormFileInput[] =>
  formFiles.flatMap((file) => {
    const item = form[file.field]?.[0];
    if (!item) return [];
    if ('document_id' in item) return [{ file, documentId: item.document_id }];
    const bytes = decodeDataUrl(item.reviewimg);
    return [{ file, documentId: createDocumentId(user.id, bytes), bytes }];
  });

const inspectStoredFile = (
  input: FormFileInput,
  { documentId, filetype }: DocumentMetadata,
): InspectedFile =>
  input.file.filetypes.includes(filetype)
    ? { ...input, ref: { documentId, filetype } }
    : { ...input, error: input.file.wrongTypeMessage };

async function storeInlineFile(
  input: FormFileInput,
  bytes: Buffer,
  deps: Dependencies,
  user: User,
): Promise<InspectedFile> {
  const result = await deps.storeInlineFile({ ownerId: user.id, kind: input.file, bytes });
  return 'refused' in result ? { ...input, error: result.refused } : { ...input, ref: result };
}

function toFiles(inspected: readonly InspectedFile[]): Pick<ResolvedFiles, 'files' | 'certificate'> {
  const findRef = (name: FormFile['name']) => inspected.find(({ file }) => file.name === name)?.ref ?? null;
  const files = {
    photo: findRef('photo'),
    birthCertificate: findRef('birthCertificate'),
    previousCertificate: findRef('previousCertificate'),
    marksMemos: findRef('marksMemos'),
  } as Files;
  return { files, certificate: findRef('accommodationCertificate') };
}

/** Inline files are stored and count as files of the day. @throws HttpProblem 429 over the daily limit. */
export async function resolveFiles(
  form: ApplicationForm,
  { user, deps }: { user: User; deps: Dependencies },
): Promise<ResolvedFiles> {
  const { repositories } = deps;
  const inputs = toInputs(form, user);
  const found = await repositories.documents.find(inputs.map(({ documentId }) => documentId));
  const ownDocuments = new Map(
    found.filter(({ ownerId }) => ownerId === user.id).map((metadata) => [metadata.documentId, metadata]),
  );
  const inspected: InspectedFile[] = [];
  // Sequential, so that a form takes one place in the queue, however many files it has.
  for (const input of inputs) {
    const stored = ownDocuments.get(input.documentId);
    if (stored) inspected.push(inspectStoredFile(input, stored));
    else inspected.push(input.bytes ? await storeInlineFile(input, input.bytes, deps, user) : input);
  }
  return {
    ...toFiles(inspected),
    stored: [...ownDocuments.values()],
    errors: inspected.flatMap(({ file, error }) =>
      error === undefined ? [] : [{ field: file.field, message: error }],
    ),
    hasForeignFile: inspected.some(({ documentId, bytes }) => !bytes && !ownDocuments.has(documentId)),
  };
}

/** The sweep spares documents touched within this time. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** Call before the transaction that references the files. @throws HttpProblem 403 when the sweep was faster. */
export async function renewStoredFiles({ stored }: ResolvedFiles, documents: DocumentStore): Promise<void> {
  const old = stored.filter(({ touchedAt }) => touchedAt.getTime() < Date.now() - FRESH_MS);
  const renewed = old.length === 0 ? 0 : await documents.touch(old.map(({ documentId }) => documentId));
  if (renewed < old.length) throw forbidden();
}
