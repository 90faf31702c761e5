import {
  type ApplicationForm,
  applicationChecks,
  type FieldError,
  isPrintable,
  textOf,
} from '@archaka/contracts';
import { forbidden, invalid, type User } from '@archaka/service-kit';
import { digestOf, type MaskedContent, type WholeContent } from '../../domain/application.ts';
import { contentOf } from '../../domain/form.ts';
import { maskContent } from '../../store/sealed-content.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import type { Setting } from '../setting.ts';
import { type TakenFiles, takeFiles } from './take-files.ts';

/** A form that passed every check, as the domain knows it. */
export interface ReceivedForm {
  readonly content: WholeContent;
  readonly masked: MaskedContent;
  readonly digest: string;
  readonly taken: TakenFiles;
}

const HALL_TICKET_LENGTH = 40;

/** A regular applicant need not give a hall ticket; one that is given must be one all the same. */
const hallTicketErrors = ({ pasthallticket }: ApplicationForm): FieldError[] =>
  isPrintable(textOf(pasthallticket), HALL_TICKET_LENGTH)
    ? []
    : [{ field: 'pasthallticket', message: 'Please Enter Postal Hall Ticket' }];

const place = ({ field }: FieldError) => applicationChecks.findIndex((check) => check.field === field);

/**
 * Takes in a form that passed the ordered checks.
 * @throws Refusal 429 for too many files today, 400 for files of the wrong kind, 403 for another user's identity or documents.
 */
export async function receiveForm(
  form: ApplicationForm,
  { user, setting }: { user: User; setting: Setting },
): Promise<ReceivedForm> {
  const { stores, places, examination } = setting;
  const taken = await takeFiles(form, { user, setting });
  const errors = [...hallTicketErrors(form), ...taken.errors];
  if (errors.length > 0) throw invalid(errors.toSorted((one, other) => place(one) - place(other)));
  confirmIdentity(form, user);
  if (taken.foreign) throw forbidden();
  const content = contentOf(form, { files: taken.files, places, examination });
  const masked = maskContent(content, stores.sealing);
  return { content, masked, digest: digestOf(content, masked.aadhaarIndex), taken };
}
