import {
  type ApplicationForm,
  applicationChecks,
  type Examination,
  type FieldError,
  optionalChecks,
  type RawBody,
  runChecks,
} from '@archaka/contracts';
import { forbidden, HttpProblem, invalid, tooLarge, type User } from '@archaka/service-kit';
import {
  type Attachments,
  computeDigest,
  type MaskedContent,
  type UnmaskedContent,
} from '../../domain/application.ts';
import { toContent } from '../../domain/form.ts';
import { fillInAttachments, hasOversizedFile } from '../../domain/form-files.ts';
import { maskContent } from '../../domain/identity.ts';
import { clearInvalidPlaces, type Places } from '../../domain/places.ts';
import { assertIdentity } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';
import { type ResolvedFiles, resolveFiles } from './resolve-files.ts';

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
const getCheckPosition = ({ field }: FieldError) => checkedFields.indexOf(field);

/** @throws HttpProblem 429 over the file limit, 400 for unfit files, 403 for another user's identity or files. */
export async function validateForm(
  form: ApplicationForm,
  { user, deps, storedNumber }: { user: User; deps: Dependencies; storedNumber: string | undefined },
): Promise<ValidatedForm> {
  const { repositories, places, examination } = deps;
  const resolvedFiles = await resolveFiles(form, { user, deps });
  const errors = [...runChecks(optionalChecks, form, examination), ...resolvedFiles.errors];
  if (errors.length > 0)
    throw invalid(errors.toSorted((one, other) => getCheckPosition(one) - getCheckPosition(other)));
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
