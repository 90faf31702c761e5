import type { ApplicationForm, FieldError } from '@archaka/contracts';
import type { User } from '@archaka/service-kit';
import type { FileRef, Files } from '../../domain/application.ts';
import { bytesOfDataUrl, type FormFile, formFiles } from '../../domain/form-files.ts';
import {
  type DocumentFacts,
  type DocumentStore,
  documentIdOf,
  type NewDocument,
} from '../../store/documents.ts';
import { inspectFile } from '../inspect-file/inspect-file.ts';

/** The files of a form: the user's stored documents, and those brought along in it. */
export interface TakenFiles {
  /** Those the ordered checks ask for are there once there are no errors and nothing is foreign. */
  readonly files: Files;
  /** Not stored yet. */
  readonly brought: readonly NewDocument[];
  readonly stored: readonly DocumentFacts[];
  /** Files that are not what their field takes. */
  readonly errors: readonly FieldError[];
  /** Some document is not the user's, or does not exist. */
  readonly foreign: boolean;
}

/** A file as the form names it; with bytes when it brings them. */
interface Named {
  readonly file: FormFile;
  readonly documentId: string;
  readonly bytes?: Buffer;
}

interface Judged extends Named {
  readonly ref?: FileRef;
  readonly refused?: string;
}

const namedIn = (form: ApplicationForm, user: User): Named[] =>
  formFiles.flatMap((file) => {
    const item = form[file.field]?.[0];
    if (!item) return [];
    if ('document_id' in item) return [{ file, documentId: item.document_id }];
    const bytes = bytesOfDataUrl(item.reviewimg);
    return [{ file, documentId: documentIdOf(user.id, bytes), bytes }];
  });

async function judge(named: Named, stored: DocumentFacts | undefined): Promise<Judged> {
  const { file, documentId, bytes } = named;
  if (stored)
    return file.filetypes.includes(stored.filetype)
      ? { ...named, ref: { documentId, filetype: stored.filetype } }
      : { ...named, refused: file.otherwise };
  if (!bytes) return named;
  const inspected = await inspectFile(bytes, file);
  return 'refused' in inspected
    ? { ...named, refused: inspected.refused }
    : { ...named, ref: { documentId, filetype: inspected.filetype } };
}

function filesOf(judged: readonly Judged[]): Files {
  const refOf = (name: keyof Files) => judged.find(({ file }) => file.name === name)?.ref ?? null;
  return {
    photo: refOf('photo'),
    birthCertificate: refOf('birthCertificate'),
    previousCertificate: refOf('previousCertificate'),
    marksMemos: refOf('marksMemos'),
  } as Files;
}

/** Sees to the files of a form: whose they are, and by their bytes what they are. Stores nothing. */
export async function takeFiles(
  form: ApplicationForm,
  { user, documents }: { user: User; documents: DocumentStore },
): Promise<TakenFiles> {
  const named = namedIn(form, user);
  const found = await documents.find(named.map(({ documentId }) => documentId));
  const own = new Map(
    found.filter(({ ownerId }) => ownerId === user.id).map((facts) => [facts.documentId, facts]),
  );
  const judged = await Promise.all(named.map((one) => judge(one, own.get(one.documentId))));
  return {
    files: filesOf(judged),
    brought: judged.flatMap(({ ref, bytes }) =>
      ref && bytes && !own.has(ref.documentId) ? [{ ...ref, bytes, ownerId: user.id }] : [],
    ),
    stored: [...own.values()],
    errors: judged.flatMap(({ file, refused }) =>
      refused === undefined ? [] : [{ field: file.field, message: refused }],
    ),
    foreign: judged.some(({ documentId, bytes }) => !bytes && !own.has(documentId)),
  };
}
