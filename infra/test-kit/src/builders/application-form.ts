import { type Applicant, buildApplicant } from './applicant.ts';
import { buildPdf, buildPhoto } from './files.ts';

/** A file of the form: a data URL and its kind. */
interface FormFile {
  reviewimg: string;
  filetype: string;
}

const buildFormFiles = (type: string, filetype: string, bytes: Buffer): FormFile[] => [
  { reviewimg: `data:${type};base64,${bytes.toString('base64')}`, filetype },
];

/**
 * The form of a regular Pravesa applicant, which passes all 18 checks; a new draft.
 * @param overrides fields that replace the ordinary ones; `undefined` omits a field.
 */
export async function buildApplicationForm(
  { number, name, aadhar, id }: Applicant = buildApplicant(),
  overrides: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  return {
    number,
    aadhar,
    name,
    father_name: 'Venkata Sarma',
    dob: '1990-05-17',
    postal_address: '4-12, Temple Street, Chintapalle',
    district: 'Alluri Sitharama Raju',
    district_id: 1,
    mandal: 'Chintapalle',
    mandal_id: 1,
    exam_type: 1,
    exam_regular: 1,
    pasthallticket: '',
    language: '',
    centre_district: 'Anakapalli',
    centre_district_id: 2,
    agamamu: 'వైఖానస',
    entry_by: id,
    application_id: 2,
    save_id: 1,
    image: buildFormFiles('image/jpeg', 'jpeg', await buildPhoto()),
    birthcertificate: buildFormFiles('application/pdf', 'pdf', buildPdf()),
    perviouscertificate: [],
    markmemos: [],
    image_ind: 1,
    birthcertificate_ind: 1,
    perviouscertificate_ind: 0,
    markmemos_ind: 0,
    ...overrides,
  };
}
