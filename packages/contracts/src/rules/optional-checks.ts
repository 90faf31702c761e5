import type { Check, RawBody } from '../check.ts';
import type { Examination } from '../examination.ts';
import type { Accommodation, IdentityPaperKind } from '../fields.ts';
import { isEmpty, toText } from './values.ts';

/** `{ scribe: 'none', compensatory_time: false }` requests nothing. */
export function isAccommodationRequested(value: unknown): value is Accommodation {
  if (typeof value !== 'object' || value === null) return false;
  const { scribe, compensatory_time } = value as Partial<Accommodation>;
  return scribe === 'own' || scribe === 'department' || compensatory_time === true;
}

export const accommodationChecks: readonly Check[] = [
  {
    field: 'accommodationcertificate',
    message: 'Upload the Certificate for Scribe or Extra Time',
    fails: ({ accommodation, accommodationcertificate }) =>
      isAccommodationRequested(accommodation) && isEmpty(accommodationcertificate),
  },
];

/** Guidelines of the Department of Empowerment of Persons with Disabilities, 29-08-2018: at least 20 minutes. */
const DEFAULT_MINUTES_PER_HOUR = 20;

/** Extra minutes for each hour of the examination. */
export const getCompensatoryMinutes = ({
  compensatory_minutes_per_hour = DEFAULT_MINUTES_PER_HOUR,
}: Pick<Examination, 'compensatory_minutes_per_hour'>): number => compensatory_minutes_per_hour;

/** Longer numbers are invalid; a masked shorter one would reveal too much of itself. */
const [SHORTEST, LONGEST] = [8, 20];

/** Upper case, without blanks, hyphens and slashes: one normal form of a number, however it is typed. */
export const normalizeIdentityNumber = (number: string): string =>
  number.replace(/[\s/-]/g, '').toUpperCase();

/** @param number normalized @throws SyntaxError for a pattern that is no regular expression */
export const fitsPattern = (pattern: string, number: string): boolean =>
  number.length >= SHORTEST && number.length <= LONGEST && new RegExp(`^(?:${pattern})$`).test(number);

/** `**** 4567`: the only form in lists, receipts, tickets, events and logs. */
export const maskIdentityNumber = (number: string): string => `**** ${number.slice(-4)}`;

type Papers = Pick<Examination, 'identity_papers'>;

/** Whether a paper replaces the Aadhaar number: only without one, where the examination has a list. */
export const isPaperChosen = (body: RawBody, { identity_papers }: Papers): boolean =>
  identity_papers !== undefined && isEmpty(body.aadhar) && !isEmpty(body.identity_kind);

const findKind = ({ identity_kind }: RawBody, { identity_papers }: Papers): IdentityPaperKind | undefined =>
  identity_papers?.find(({ kind }) => kind === identity_kind);

export interface GivenPaper extends IdentityPaperKind {
  /** Normalized. */
  readonly number: string;
}

/** Undefined with an Aadhaar number, or when the paper breaks a rule. */
export function findIdentityPaper(body: RawBody, examination: Papers): GivenPaper | undefined {
  const kind = isPaperChosen(body, examination) ? findKind(body, examination) : undefined;
  const number = normalizeIdentityNumber(toText(body.identity_number));
  return kind && fitsPattern(kind.pattern, number) ? { ...kind, number } : undefined;
}

/** Run after the 18 ordered checks and replace the third and fourth. */
export const identityPaperChecks: readonly Check[] = [
  {
    field: 'identity_kind',
    message: 'Select the Identity Paper',
    fails: (body, examination) => isPaperChosen(body, examination) && !findKind(body, examination),
  },
  {
    field: 'identity_number',
    message: 'Please Enter the valid Number of the Identity Paper',
    fails: (body, examination) =>
      isPaperChosen(body, examination) &&
      findKind(body, examination) !== undefined &&
      !findIdentityPaper(body, examination),
  },
];

/** Checks of the optional parts beside the specified form; they run after the 18 ordered checks. */
export const optionalChecks: readonly Check[] = [...identityPaperChecks, ...accommodationChecks];
