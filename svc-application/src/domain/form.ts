import {
  type ApplicationForm,
  COMPARTMENTAL,
  calculateAge,
  type Examination,
  type FilledForm,
  findIdentityPaper,
  maskAadhaar,
  maskIdentityNumber,
  parseLanguages,
  parseWholeNumber,
  type RawBody,
  toIndianDay,
  toText,
  type identityPaper as wirePaper,
} from '@archaka/contracts';
import type * as z from 'zod';
import type {
  FileRef,
  Files,
  LanguagePart,
  MaskedContent,
  Particulars,
  UnmaskedContent,
} from './application.ts';
import { toAccommodation, toWireAccommodation, toWireFiles } from './form-files.ts';
import { getDistrict, getMandal, type Places } from './places.ts';

const PAPER = 'paper:';

/** The identity for claims and sealing: the Aadhaar number, `paper:<kind>:<number>`, or empty for neither. */
export function toIdentity(form: RawBody, examination: Pick<Examination, 'identity_papers'>): string {
  const paper = findIdentityPaper(form, examination);
  if (paper) return `${PAPER}${paper.kind}:${paper.number}`;
  const aadhaar = toText(form.aadhar);
  return /^\d{12}$/.test(aadhaar) ? aadhaar : '';
}

/** Excludes its number, which is in the identity. Undefined beside an Aadhaar number. */
function toIdentityPaper(
  form: RawBody,
  examination: Pick<Examination, 'identity_papers'>,
): Pick<UnmaskedContent, 'identityPaper'> {
  const paper = findIdentityPaper(form, examination);
  return paper ? { identityPaper: { kind: paper.kind, name: paper.name, nameTe: paper.name_te } } : {};
}

const getPaperNumber = (identity: string): string => identity.slice(identity.lastIndexOf(':') + 1);

const maskIdentity = (identity: string): string =>
  identity.startsWith(PAPER) ? maskIdentityNumber(getPaperNumber(identity)) : maskAadhaar(identity);

export const maskContent = (
  { aadhaar, ...particulars }: UnmaskedContent,
  aadhaarIndex: string,
): MaskedContent => ({ ...particulars, aadhaarMasked: maskIdentity(aadhaar), aadhaarIndex });

/** As in the form, for its owner only. */
const toIdentityFields = ({ aadhaar, identityPaper }: UnmaskedContent) =>
  identityPaper
    ? { aadhar: '', identity_kind: identityPaper.kind, identity_number: getPaperNumber(aadhaar) }
    : { aadhar: aadhaar };

/** Empty beside another paper. */
export const toMaskedAadhaar = ({ aadhaarMasked, identityPaper }: MaskedContent): string =>
  identityPaper ? '' : aadhaarMasked;

/** As in records and events, with its number masked. Omits the key beside an Aadhaar number. */
export const toWireIdentityPaper = ({
  aadhaarMasked,
  identityPaper,
}: MaskedContent): { identity_paper?: z.infer<typeof wirePaper> } =>
  identityPaper
    ? {
        identity_paper: { name: identityPaper.name, name_te: identityPaper.nameTe, number: aadhaarMasked },
      }
    : {};

const REGULAR = 1;

function toLanguages(text: unknown, { languages }: Examination): LanguagePart[] {
  const chosen = new Set(parseLanguages(text).map(({ language_id }) => language_id));
  return languages
    .filter(({ language_id }) => chosen.has(language_id))
    .map(({ language_id, language }) => ({ id: language_id, name: language }));
}

const toNumber = (value: unknown): number => parseWholeNumber(value) ?? 0;

interface FormContext {
  readonly files: Files;
  /** Of the accommodation. */
  readonly certificate: FileRef | null;
  readonly places: Places;
  readonly examination: Examination;
}

/** Expects a form that passed the ordered checks. The key order is fixed for `computeDigest`. */
export function toContent(
  form: ApplicationForm,
  { files, certificate, places, examination }: FormContext,
): UnmaskedContent {
  const centre = getDistrict(places, toNumber(form.centre_district_id));
  const district = getDistrict(places, toNumber(form.district_id));
  return {
    aadhaar: toIdentity(form, examination),
    name: form.name,
    fatherName: form.father_name,
    dateOfBirth: form.dob,
    postalAddress: form.postal_address,
    district: { id: district.id, name: district.name },
    mandal: getMandal(places, toNumber(form.mandal_id)),
    examType: toNumber(form.exam_type),
    compartmental: toNumber(form.exam_regular) === COMPARTMENTAL,
    previousHallTicket: toText(form.pasthallticket),
    languages: toLanguages(form.language, examination),
    centreDistrict: { id: centre.id, name: centre.name },
    agama: form.agamamu,
    photo: files.photo,
    birthCertificate: files.birthCertificate,
    previousCertificate: files.previousCertificate,
    marksMemos: files.marksMemos,
    ...toAccommodation(form.accommodation, certificate),
    ...toIdentityPaper(form, examination),
  };
}

const toWireLanguages = ({ languages }: Particulars): string =>
  languages.length === 0
    ? ''
    : JSON.stringify(languages.map(({ id, name }) => ({ language_id: id, language: name })));

export const toWireParticulars = (content: Particulars, now: Date) => ({
  name: content.name,
  father_name: content.fatherName,
  dob: content.dateOfBirth,
  age: calculateAge(content.dateOfBirth, toIndianDay(now)),
  postal_address: content.postalAddress,
  district_id: content.district.id,
  mandal_id: content.mandal.id,
  exam_type: content.examType,
  exam_regular: content.compartmental ? COMPARTMENTAL : REGULAR,
  pasthallticket: content.previousHallTicket,
  language: toWireLanguages(content),
  centre_district_id: content.centreDistrict.id,
  agamamu: content.agama,
});

const toAccommodationFields = (content: Particulars) =>
  content.accommodation && {
    ...toWireAccommodation(content),
    accommodationcertificate: toWireFiles(content.accommodation.certificate),
    accommodationcertificate_ind: 0,
  };

interface FilledFormSource {
  readonly applicationId: string;
  readonly userId: string;
  readonly number: string;
  readonly content: UnmaskedContent;
  /** 1: draft, 2: submitted. */
  readonly saveId: 1 | 2;
  /** Rupees. */
  readonly amount: number;
}

export const toFilledForm = (
  { applicationId, userId, number: mobile, content, saveId, amount }: FilledFormSource,
  now: Date,
): FilledForm => ({
  id: applicationId,
  application_id: applicationId,
  number: mobile,
  ...toIdentityFields(content),
  ...toWireParticulars(content, now),
  district: content.district.name,
  mandal: content.mandal.name,
  centre_district: content.centreDistrict.name,
  amount,
  entry_by: userId,
  save_id: saveId,
  image: toWireFiles(content.photo),
  birthcertificate: toWireFiles(content.birthCertificate),
  perviouscertificate: toWireFiles(content.previousCertificate),
  markmemos: toWireFiles(content.marksMemos),
  image_ind: 0,
  birthcertificate_ind: 0,
  perviouscertificate_ind: 0,
  markmemos_ind: 0,
  ...toAccommodationFields(content),
});
