import type { ApplicationForm, FilledForm } from '@archaka/contracts/calls';
import { type PublicExamination, type TwoNames, useWatch } from '@archaka/platform';
import {
  EXTRA_TIME,
  type FormValues,
  isAccommodationChosen,
  SCRIBES,
  type SpecifiedFileName,
  specifiedFiles,
} from './form-values.ts';
import type { ReferenceData } from './reference-data.tsx';

/** The form as it is sent; omits fields that the chosen examination does not need. */
export function toRequestBody(
  values: FormValues,
  { examination, districts, mandals }: ReferenceData,
): ApplicationForm {
  const { certificateLevel, compartmental, earlierExamination } = findRevealedFields(values, examination);
  const {
    scribe,
    compensatory_time,
    accommodationcertificate,
    identity_kind,
    identity_number,
    ...specified
  } = values;
  const findDistrict = (name: string) => districts.find(({ distrct_nm }) => distrct_nm === name);
  const districtId = findDistrict(values.district)?.id;
  const mandal = mandals.find(
    ({ mndl_nm, district_list_id }) => mndl_nm === values.mandal && district_list_id === districtId,
  );
  const languages = examination.languages
    .filter(({ language_id }) => compartmental && values.language.includes(String(language_id)))
    .map(({ language_id, language }) => ({ language_id, language }));
  return {
    ...specified,
    district_id: districtId ?? '',
    mandal_id: mandal?.id ?? '',
    centre_district_id: findDistrict(values.centre_district)?.id ?? '',
    language: languages.length > 0 ? JSON.stringify(languages) : '',
    pasthallticket: earlierExamination ? values.pasthallticket : '',
    markmemos: earlierExamination ? values.markmemos : [],
    perviouscertificate: certificateLevel ? values.perviouscertificate : [],
    ...(isAccommodationChosen(values) && {
      accommodation: {
        scribe: scribe === SCRIBES.own || scribe === SCRIBES.department ? scribe : 'none',
        compensatory_time: compensatory_time === EXTRA_TIME,
      },
      accommodationcertificate,
    }),
    ...(identity_kind && { identity_kind, identity_number }),
  };
}

type StoredForm = Pick<FormValues, SpecifiedFileName> &
  Pick<FilledForm, 'accommodation' | 'accommodationcertificate'>;

/** Flags each file of the body as the stored one (0) or changed (1), and marks a withdrawn accommodation. */
export function toChanges(body: ApplicationForm, stored: StoredForm): Partial<ApplicationForm> {
  const toIndicator = (field: SpecifiedFileName | 'accommodationcertificate') =>
    findDocumentId(body[field]) === findDocumentId(stored[field]) ? 0 : 1;
  const withdrawn = stored.accommodation ? { accommodation: null } : {};
  return {
    ...Object.fromEntries(specifiedFiles.map((field) => [`${field}_ind`, toIndicator(field)])),
    ...(body.accommodation
      ? { accommodationcertificate_ind: toIndicator('accommodationcertificate') }
      : withdrawn),
  };
}

function findDocumentId(files: readonly object[] | null | undefined): unknown {
  const [file] = files ?? [];
  return file && 'document_id' in file ? file.document_id : undefined;
}

/** The fields that the choice of examination adds to the form (specification, section 4). */
export interface RevealedFields {
  /** The level whose certificate is required. */
  readonly certificateLevel: TwoNames | undefined;
  readonly compartmental: boolean;
  /** Hall ticket and marks memo of an earlier examination. */
  readonly earlierExamination: boolean;
}

const COMPARTMENTAL = '2';

export function findRevealedFields(
  { exam_type, exam_regular }: Pick<FormValues, 'exam_type' | 'exam_regular'>,
  { exam_types }: PublicExamination,
): RevealedFields {
  const chosen = exam_types.find(({ id }) => String(id) === exam_type);
  const level = exam_types.find(({ name }) => name === chosen?.previous_certificate);
  const compartmental = exam_regular === COMPARTMENTAL;
  return {
    certificateLevel: level && { te: level.name_te, en: level.name },
    compartmental,
    earlierExamination: compartmental || level !== undefined,
  };
}

export function useRevealedFields(examination: PublicExamination): RevealedFields {
  const [exam_type, exam_regular] = useWatch<FormValues, ['exam_type', 'exam_regular']>({
    name: ['exam_type', 'exam_regular'],
  });
  return findRevealedFields({ exam_type, exam_regular }, examination);
}
