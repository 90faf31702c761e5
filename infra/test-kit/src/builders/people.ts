import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buildPdf, buildPhoto } from './files.ts';

/** A fictitious person; each one is unique. */
export interface Applicant {
  /** User id. */
  id: string;
  /** Mobile, 10 digits. */
  number: string;
  name: string;
  /** 12 digits. */
  aadhar: string;
}

const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

const MOBILES = 4_000_000_000;
const firstMobile = randomInt(MOBILES);
let builtMobiles = 0;

/** Consecutive from a random one: of thousands of random mobiles, two may be equal. */
function buildMobile(): string {
  const offset = (firstMobile + builtMobiles) % MOBILES;
  builtMobiles += 1;
  return String(6_000_000_000 + offset);
}

/** An applicant with a unique mobile and Aadhaar number. */
export function buildApplicant(overrides: Partial<Applicant> = {}): Applicant {
  return {
    id: randomUUID(),
    number: buildMobile(),
    name: 'Sita Rama Sarma',
    aadhar: `${randomInt(2, 10)}${randomDigits(11)}`,
    ...overrides,
  };
}

/** A sign-up that passes every check. */
export function buildSignUp(
  { number, name }: Pick<Applicant, 'number' | 'name'> = buildApplicant(),
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    name,
    email: `applicant.${number}@example.org`,
    number,
    address: '4-12, Temple Street',
    devasthanam: 'Sri Venkateswara Swamy Devasthanam',
    landmark: 'Beside the tank',
    town: 'Chintapalle',
    pincode: '531111',
    ...overrides,
  };
}

/** A file of the form: a data URL and its kind. */
interface FormFile {
  reviewimg: string;
  filetype: string;
}

const buildFormFiles = (type: string, filetype: string, bytes: Buffer): FormFile[] => [
  { reviewimg: `data:${type};base64,${bytes.toString('base64')}`, filetype },
];

/** A paper within the form. */
export const buildFormPaper = (pdf: Buffer): FormFile[] => buildFormFiles('application/pdf', 'pdf', pdf);

let photo: Promise<Buffer> | undefined;
/** Built once for all forms of a process. */
function getPhoto(): Promise<Buffer> {
  photo ??= buildPhoto();
  return photo;
}

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
    image: buildFormFiles('image/jpeg', 'jpeg', await getPhoto()),
    birthcertificate: buildFormPaper(buildPdf()),
    perviouscertificate: [],
    markmemos: [],
    image_ind: 1,
    birthcertificate_ind: 1,
    perviouscertificate_ind: 0,
    markmemos_ind: 0,
    ...overrides,
  };
}

interface Places {
  readonly districts: readonly { readonly distrct_nm_te: string }[];
  readonly mandals: readonly { readonly mndl_nm_te: string }[];
}

const PLACES_FILE = new URL('../../../../svc-application/data/districts-mandals.json', import.meta.url);

/** All districts and mandals, with the field names of the data file. */
export const readPlaces = async (): Promise<Places> => JSON.parse(await readFile(PLACES_FILE, 'utf8'));
