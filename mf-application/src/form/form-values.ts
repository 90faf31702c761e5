import { type FilledForm, parseLanguages, type StoredFile } from '@archaka/contracts/calls';
import { type AccommodationValues, noAccommodation, toAccommodationValues } from './accommodation.ts';
import { type IdentityPaperValues, noIdentityPaper, toIdentityPaperValues } from './identity-paper.ts';

export const specifiedFiles = ['birthcertificate', 'perviouscertificate', 'markmemos', 'image'] as const;
export type SpecifiedFileName = (typeof specifiedFiles)[number];
export type FileFieldName = SpecifiedFileName | 'accommodationcertificate';
export type FormFiles = Readonly<Record<SpecifiedFileName, readonly StoredFile[]>>;

/** The specified form in its controls: the wire's field names, choices as the values of their controls. */
interface SpecifiedValues extends Record<SpecifiedFileName, StoredFile[]> {
  number: string;
  aadhar: string;
  name: string;
  father_name: string;
  dob: string;
  postal_address: string;
  district: string;
  mandal: string;
  exam_type: string;
  exam_regular: string;
  pasthallticket: string;
  language: string[];
  centre_district: string;
  agamamu: string;
}

export interface FormValues extends SpecifiedValues, AccommodationValues, IdentityPaperValues {}

const emptySpecifiedValues = (number: string): SpecifiedValues => ({
  number,
  aadhar: '',
  name: '',
  father_name: '',
  dob: '',
  postal_address: '',
  district: '',
  mandal: '',
  exam_type: '',
  exam_regular: '',
  pasthallticket: '',
  language: [],
  centre_district: '',
  agamamu: '',
  birthcertificate: [],
  perviouscertificate: [],
  markmemos: [],
  image: [],
});

export const emptyValues = (number: string): FormValues => ({
  ...emptySpecifiedValues(number),
  ...noAccommodation,
  ...noIdentityPaper,
});

const specifiedFields = Object.keys(emptySpecifiedValues('')) as (keyof SpecifiedValues)[];
const fields = Object.keys(emptyValues('')) as (keyof FormValues)[];

export function toFormValues(filled: FilledForm): FormValues {
  const copied = Object.fromEntries(specifiedFields.map((field) => [field, filled[field]])) as Pick<
    FilledForm,
    keyof SpecifiedValues
  >;
  return {
    ...copied,
    ...toAccommodationValues(filled),
    ...toIdentityPaperValues(filled),
    exam_type: String(filled.exam_type),
    exam_regular: String(filled.exam_regular),
    language: parseLanguages(filled.language).map(({ language_id }) => String(language_id)),
  };
}

/** Whether the applicant has changed anything in the form. */
export const isFilled = ({ number: _given, ...typed }: FormValues): boolean =>
  Object.values(typed).some((value) => value?.length > 0);

export const isSame = (one: FormValues, other: FormValues): boolean =>
  fields.every((field) => JSON.stringify(one[field] ?? '') === JSON.stringify(other[field] ?? ''));

/** Converts values of earlier releases of the form to this one's controls. */
export function restoreValues(written: Partial<FormValues>, number: string): FormValues {
  const empty = emptyValues(number);
  const restorable = fields.filter(
    (field) => field !== 'number' && Array.isArray(written[field]) === Array.isArray(empty[field]),
  );
  return {
    ...empty,
    ...Object.fromEntries(restorable.map((field) => [field, written[field] ?? empty[field]])),
  };
}
