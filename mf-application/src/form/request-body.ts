import type { ApplicationForm, Examination, FilledForm } from '@archaka/contracts/calls';
import { toAccommodationBody, toAccommodationChange } from './accommodation.ts';
import { type FormFiles, type FormValues, type SpecifiedFileName, specifiedFiles } from './form-values.ts';
import { toIdentityPaperBody } from './identity-paper.ts';
import type { ReferenceData } from './reference-data.ts';
import { findRevealedFields } from './revealed-fields.ts';

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
  const district = districts.find(({ distrct_nm }) => distrct_nm === values.district);
  const mandal = mandals.find(
    ({ mndl_nm, district_list_id }) => mndl_nm === values.mandal && district_list_id === district?.id,
  );
  const centre = districts.find(({ distrct_nm }) => distrct_nm === values.centre_district);
  return {
    ...specified,
    district_id: district?.id ?? '',
    mandal_id: mandal?.id ?? '',
    centre_district_id: centre?.id ?? '',
    language: compartmental ? serializeLanguages(values.language, examination) : '',
    pasthallticket: earlierExamination ? values.pasthallticket : '',
    markmemos: earlierExamination ? values.markmemos : [],
    perviouscertificate: certificateLevel ? values.perviouscertificate : [],
    ...toAccommodationBody({ scribe, compensatory_time, accommodationcertificate }),
    ...toIdentityPaperBody({ identity_kind, identity_number }),
  };
}

/** JSON text of the chosen parts, blank for none. */
function serializeLanguages(chosen: readonly string[], { languages }: Examination): string {
  const parts = languages.filter(({ language_id }) => chosen.includes(String(language_id)));
  const choices = parts.map(({ language_id, language }) => ({ language_id, language }));
  return choices.length > 0 ? JSON.stringify(choices) : '';
}

/** Flags in the body that mark the differences from the stored form. */
export const toChanges = (
  body: ApplicationForm,
  stored: FormFiles & Pick<FilledForm, 'accommodation' | 'accommodationcertificate'>,
): Partial<ApplicationForm> => ({
  ...toIndicators(body, stored),
  ...toAccommodationChange(body, stored),
});

/** Flags each file as unchanged (0) or changed (1); a removed file is a change too. */
function toIndicators(
  body: Pick<ApplicationForm, SpecifiedFileName>,
  stored: FormFiles,
): Record<`${SpecifiedFileName}_ind`, 0 | 1> {
  const toDocumentId = (file: object | undefined) => file && 'document_id' in file && file.document_id;
  const changed = specifiedFiles.map((field) => [
    `${field}_ind`,
    toDocumentId(body[field]?.[0]) === toDocumentId(stored[field][0]) ? 0 : 1,
  ]);
  return Object.fromEntries(changed);
}
