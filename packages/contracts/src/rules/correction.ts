import { toIndianInstant } from './dates.ts';

/** Fields of the form that a reason may name, each with those that its change may require. */
const openedFields: Readonly<Record<string, readonly string[]>> = {
  aadhar: ['identity_kind', 'identity_number'],
  identity_number: ['aadhar', 'identity_kind'],
  name: [],
  father_name: [],
  dob: [],
  birthcertificate: [],
  postal_address: [],
  district: ['mandal'],
  mandal: [],
  exam_type: ['perviouscertificate', 'pasthallticket', 'markmemos'],
  perviouscertificate: [],
  exam_regular: ['pasthallticket', 'markmemos', 'language'],
  pasthallticket: [],
  markmemos: [],
  language: [],
  centre_district: [],
  agamamu: [],
  image: [],
  accommodationcertificate: ['scribe', 'compensatory_time'],
};

/** Names of papers in records, where those in the form differ. */
const paperFields: Readonly<Record<string, string>> = {
  birth_certificate: 'birthcertificate',
  previous_certificate: 'perviouscertificate',
  markmemos_certificate: 'markmemos',
  accommodation_certificate: 'accommodationcertificate',
};

/** The field of the form that a reason names. */
export const toFormField = (field: string): string =>
  Object.hasOwn(paperFields, field) ? String(paperFields[field]) : field;

export const isCorrectable = (field: string): boolean => Object.hasOwn(openedFields, toFormField(field));

interface ListedReason {
  readonly id: string;
  readonly field: string;
}

/** Fields of the form that a correction opens. A reason that the examination does not list opens none. */
export function findOpenFields(
  reasons: readonly Pick<ListedReason, 'id'>[],
  listed: readonly ListedReason[],
): ReadonlySet<string> {
  const named = reasons.flatMap(({ id }) => listed.find((reason) => reason.id === id)?.field ?? []);
  return new Set(named.map(toFormField).flatMap((field) => [field, ...(openedFields[field] ?? [])]));
}

/** About another field. */
export const CORRECTION_MESSAGE = 'Only what the Correction names can be changed';
/** About a field that the correction names. */
export const UNCORRECTED_MESSAGE = 'This is as it was when the Correction was asked for';

interface DecidedApplication {
  readonly payment_status: string;
  readonly version: number;
  readonly scrutiny?:
    | { readonly version: number; readonly verdict: string; readonly last_day?: string | undefined }
    | undefined;
}

/** A correction is required of this version, whether or not its last day has passed. */
export const isCorrectionRequired = ({ payment_status, version, scrutiny }: DecidedApplication): boolean =>
  payment_status === 'S' && scrutiny?.verdict === 'correction' && scrutiny.version === version;

/** The correction may be sent until its last day ends in India; without a last day it stays open. */
export const isCorrectionOpen = (application: DecidedApplication, now: Date): boolean => {
  const lastDay = application.scrutiny?.last_day;
  return (
    isCorrectionRequired(application) &&
    (lastDay === undefined || now < toIndianInstant(lastDay, { hour: 24 }))
  );
};
