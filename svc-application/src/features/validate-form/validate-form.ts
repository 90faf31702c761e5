import {
  type ApplicationForm,
  applicationChecks,
  type Call,
  type Examination,
  type FieldError,
  optionalChecks,
  type RawBody,
  runChecks,
} from '@archaka/contracts';
import { type Consent, readConsent } from '@archaka/privacy-kit';
import {
  type CallHandler,
  forbidden,
  HttpProblem,
  handleCall,
  invalid,
  retryOnConflict,
  tooLarge,
  type User,
} from '@archaka/service-kit';
import type * as z from 'zod';
import {
  type Attachments,
  computeDigest,
  type FileRef,
  type Files,
  type MaskedContent,
  type UnmaskedContent,
} from '../../domain/application.ts';
import { maskContent, toContent } from '../../domain/form.ts';
import {
  decodeDataUrl,
  type FormFile,
  fillInAttachments,
  formFiles,
  hasOversizedFile,
} from '../../domain/form-files.ts';
import { clearInvalidPlaces, type Places } from '../../domain/places.ts';
import {
  createDocumentId,
  type DocumentMetadata,
  type DocumentStore,
  FRESH_MS,
} from '../../persistence/document-store.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  type ApplicantState,
  assertIdentity,
  getAttachments,
  loadApplicantState,
  loadStateForForm,
} from '../load-applicant-state/load-applicant-state.ts';

interface ResolvedFiles {
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
async function resolveFiles(
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

/** Call before the transaction that references the files. @throws HttpProblem 403 when the sweep was faster. */
export async function renewStoredFiles({ stored }: ResolvedFiles, documents: DocumentStore): Promise<void> {
  const old = stored.filter(({ touchedAt }) => touchedAt.getTime() < Date.now() - FRESH_MS);
  const renewed = old.length === 0 ? 0 : await documents.touch(old.map(({ documentId }) => documentId));
  if (renewed < old.length) throw forbidden();
}

/** Fills in unchanged attachments and empties invalid places. @throws HttpProblem 413 for an oversized file. */
export function prepareForm(
  form: RawBody,
  { stored, places }: { stored: Attachments | undefined; places: Places },
) {
  if (hasOversizedFile(form)) throw tooLarge();
  return clearInvalidPlaces(fillInAttachments(form, stored), places);
}

export interface ValidatedForm {
  readonly content: UnmaskedContent;
  readonly masked: MaskedContent;
  readonly digest: string;
  readonly resolvedFiles: ResolvedFiles;
}

const checkedFields = [...applicationChecks, ...optionalChecks].map(({ field }) => field);
/** A field without a check comes last. */
const getCheckPosition = ({ field }: FieldError) =>
  checkedFields.includes(field) ? checkedFields.indexOf(field) : checkedFields.length;

/** In the order of the form's checks. */
export const sortErrors = (errors: readonly FieldError[]): FieldError[] =>
  errors.toSorted((one, other) => getCheckPosition(one) - getCheckPosition(other));

/** @throws HttpProblem 429 over the file limit, 400 for unfit files, 403 for another user's identity or files. */
export async function validateForm(
  form: ApplicationForm,
  { user, deps, storedNumber }: { user: User; deps: Dependencies; storedNumber: string | undefined },
): Promise<ValidatedForm> {
  const { repositories, places, examination } = deps;
  const resolvedFiles = await resolveFiles(form, { user, deps });
  const errors = [...runChecks(optionalChecks, form, examination), ...resolvedFiles.errors];
  if (errors.length > 0) throw invalid(sortErrors(errors));
  assertIdentity(form, user, storedNumber);
  if (resolvedFiles.hasForeignFile) throw forbidden();
  const { files, certificate } = resolvedFiles;
  const content = toContent(form, { files, certificate, places, examination });
  const masked = maskContent(content, repositories.index.compute(content.aadhaar));
  return { content, masked, digest: computeDigest(content, masked.aadhaarIndex), resolvedFiles };
}

/** @throws HttpProblem 403 before the opening and after the closing date. */
export function assertOpen({ opens, closes }: Examination): void {
  const now = new Date();
  if (now >= new Date(opens) && now <= new Date(closes)) return;
  const title =
    now < new Date(opens)
      ? 'Applications are not open yet.'
      : 'Applications are closed. The last date has passed.';
  throw new HttpProblem({ code: 'closed', status: 403, title });
}

export interface Submission {
  readonly user: User;
  readonly form: ApplicationForm;
  readonly validated: ValidatedForm;
  readonly consent: Consent | undefined;
  readonly applicantState: ApplicantState;
  /** Counts from 1. */
  readonly attempt: number;
}

/** Validates a form once; `handle` gets the applicant's state, which is read again after each WriteConflict. */
export const handleForm = <Body extends z.ZodType<ApplicationForm>, Answer extends z.ZodType>(
  call: Call<Body, Answer>,
  how: 'draft' | 'submission',
  deps: Dependencies,
  handle: (submission: Submission) => Promise<z.input<Answer>>,
): CallHandler =>
  handleCall(call, {
    load: (input) => loadStateForForm(deps, input),
    complete: (form, state) => prepareForm(form, { stored: getAttachments(state), places: deps.places }),
    handle: async ({ body: form, user, state }) => {
      const validated = await validateForm(form, { user, deps, storedNumber: state.application?.number });
      assertOpen(deps.examination);
      const consent = readConsent(form, { examination: deps.examination, how });
      const { aadhaar } = validated.content;
      return retryOnConflict(
        async (attempt) => (attempt === 1 ? state : loadApplicantState(deps, { user, aadhaar })),
        (applicantState, attempt) => handle({ user, form, validated, consent, applicantState, attempt }),
      );
    },
  });
