import {
  type FilledForm,
  parseLanguages,
  type StoredFile,
  type UnfinishedForm,
} from '@archaka/contracts/calls';

export const specifiedFiles = ['birthcertificate', 'perviouscertificate', 'markmemos', 'image'] as const;
export type SpecifiedFileName = (typeof specifiedFiles)[number];
export type FileFieldName = SpecifiedFileName | 'accommodationcertificate';

export const SCRIBES = { own: 'own', department: 'department' } as const;
export const EXTRA_TIME = 'yes';

/** The form in its controls: the wire's field names, choices as the values of their controls, blank for none. */
export type FormValues = ReturnType<typeof emptyValues>;

const noFiles = (): StoredFile[] => [];

export const emptyValues = (number: string) => ({
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
  language: [] as string[],
  centre_district: '',
  agamamu: '',
  birthcertificate: noFiles(),
  perviouscertificate: noFiles(),
  markmemos: noFiles(),
  image: noFiles(),
  scribe: '',
  compensatory_time: '',
  accommodationcertificate: noFiles(),
  identity_kind: '',
  identity_number: '',
});

const fields = Object.keys(emptyValues('')) as (keyof FormValues)[];

export function toFormValues(filled: FilledForm): FormValues {
  const stored: Partial<Record<keyof FormValues, unknown>> = filled;
  const copied = fields.filter((field) => stored[field] !== undefined);
  const { accommodation, accommodationcertificate = [] } = filled;
  const { scribe = 'none', compensatory_time } = accommodation ?? {};
  return {
    ...emptyValues(''),
    ...Object.fromEntries(copied.map((field) => [field, stored[field]])),
    exam_type: String(filled.exam_type),
    exam_regular: String(filled.exam_regular),
    language: parseLanguages(filled.language).map(({ language_id }) => String(language_id)),
    scribe: scribe === 'none' ? '' : scribe,
    compensatory_time: compensatory_time ? EXTRA_TIME : '',
    accommodationcertificate: accommodation ? accommodationcertificate : [],
  };
}

/** What is typed, without the number, which the account has. */
export const toUnfinishedForm = ({ number: _given, ...typed }: FormValues): UnfinishedForm =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value?.length > 0));

export const fromUnfinishedForm = (form: UnfinishedForm, number: string): FormValues => ({
  ...emptyValues(number),
  ...(form as Partial<FormValues> as FormValues),
});

/** Whether the applicant has changed anything in the form. */
export const isFilled = ({ number: _given, ...typed }: FormValues): boolean =>
  Object.values(typed).some((value) => value?.length > 0);

export const isSame = (one: FormValues, other: FormValues): boolean =>
  fields.every((field) => JSON.stringify(one[field] ?? '') === JSON.stringify(other[field] ?? ''));

export const isAccommodationChosen = ({
  scribe,
  compensatory_time,
}: Pick<FormValues, 'scribe' | 'compensatory_time'>): boolean => scribe !== '' || compensatory_time !== '';
