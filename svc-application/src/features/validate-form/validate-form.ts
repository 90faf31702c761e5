import {
  type ApplicationForm,
  applicationChecks,
  type FieldError,
  isPrintable,
  toText,
} from '@archaka/contracts';
import { forbidden, invalid, type User } from '@archaka/service-kit';
import { computeDigest, type MaskedContent, type UnmaskedContent } from '../../domain/application.ts';
import { toContent } from '../../domain/form.ts';
import { maskContent } from '../../persistence/sealed-content.ts';
import { assertIdentity } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';
import { type ResolvedFiles, resolveFiles } from './resolve-files.ts';

/** A form that passed every check, as the domain knows it. */
export interface ValidatedForm {
  readonly content: UnmaskedContent;
  readonly masked: MaskedContent;
  readonly digest: string;
  readonly resolvedFiles: ResolvedFiles;
}

const HALL_TICKET_LENGTH = 40;

/** A regular applicant need not give a hall ticket; one that is given must be one all the same. */
const findHallTicketErrors = ({ pasthallticket }: ApplicationForm): FieldError[] =>
  isPrintable(toText(pasthallticket), HALL_TICKET_LENGTH)
    ? []
    : [{ field: 'pasthallticket', message: 'Please Enter Postal Hall Ticket' }];

const getCheckPosition = ({ field }: FieldError) =>
  applicationChecks.findIndex((check) => check.field === field);

/**
 * Takes in a form that passed the ordered checks.
 * @throws HttpProblem 429 for too many files today, 400 for files of the wrong kind, 403 for another user's identity or documents.
 */
export async function validateForm(
  form: ApplicationForm,
  { user, deps }: { user: User; deps: Dependencies },
): Promise<ValidatedForm> {
  const { repositories, places, examination } = deps;
  const resolvedFiles = await resolveFiles(form, { user, deps });
  const errors = [...findHallTicketErrors(form), ...resolvedFiles.errors];
  if (errors.length > 0)
    throw invalid(errors.toSorted((one, other) => getCheckPosition(one) - getCheckPosition(other)));
  assertIdentity(form, user);
  if (resolvedFiles.hasForeignFile) throw forbidden();
  const content = toContent(form, { files: resolvedFiles.files, places, examination });
  const masked = maskContent(content, repositories.sealing);
  return { content, masked, digest: computeDigest(content, masked.aadhaarIndex), resolvedFiles };
}
