import {
  type ApplicationForm,
  calculateAge,
  type Examination,
  type FilledForm,
  parseLanguages,
  parseWholeNumber,
  toIndianDay,
  toText,
} from '@archaka/contracts';
import type { FileRef, Files, LanguagePart, Particulars, UnmaskedContent } from './application.ts';
import { toAccommodation, toWireAccommodation, toWireFiles } from './form-files.ts';
import { toIdentity, toIdentityFields, toIdentityPaper } from './identity.ts';
import { getDistrict, getMandal, type Places } from './places.ts';

const COMPARTMENTAL = 2;
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
