import { buildApplicationForm } from '@archaka/test-kit';

/** The text and option fields of such an applicant's form. */
export const COMPARTMENTAL_TEXTS = [
  'aadhar',
  'name',
  'father_name',
  'dob',
  'postal_address',
  'district',
  'mandal',
  'pasthallticket',
  'centre_district',
  'agamamu',
] as const;

/** A compartmental applicant's additions to the ordinary form: hall ticket, marks memo and two parts. */
export async function buildCompartmentalFields(): Promise<Record<string, unknown>> {
  const { birthcertificate } = await buildApplicationForm();
  const language = JSON.stringify([
    { language_id: 1, language: 'Sanskrit only' },
    { language_id: 3, language: 'Oral and Shushkruti' },
  ]);
  return {
    exam_regular: 2,
    pasthallticket: '20190042',
    markmemos: birthcertificate,
    markmemos_ind: 1,
    language,
  };
}
