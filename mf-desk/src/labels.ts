import {
  type ApplicationRecord,
  type AttendanceState,
  COMPARTMENTAL,
  type ExaminationResult,
  type GrievanceSubject,
  type GrievanceSummary,
  type HallAttendance,
  parseLanguages,
  type ScrutinyState,
} from '@archaka/contracts/calls';
import { dateText, type PublicExamination, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const scrutinyLabels: Readonly<Record<ScrutinyState, Word>> = {
  none: msg`No scrutiny`,
  waiting: msg`Waits for a clerk`,
  'second-look': msg`Waits for a second clerk`,
  correction: msg`Correction asked`,
  accepted: msg`Accepted`,
  rejected: msg`Rejected`,
  appealed: msg`The applicant appeals`,
};

export const paymentLabels: Readonly<Record<string, Word>> = {
  S: words.success,
  F: words.failed,
  C: words.cancelled,
  '': words.pending,
};

export const outcomeLabels: Readonly<Record<ExaminationResult['outcome'], Word>> = {
  passed: msg`Passed`,
  failed: msg`Not passed`,
};

export const attendanceLabels: Readonly<Record<AttendanceState, Word>> = {
  present: msg`Present`,
  paper: msg`Present, by paper`,
  absent: msg`Absent`,
};

export const toHallLabel = ({ hall, name = '', name_te = '' }: HallAttendance): Word => ({
  en: `${hall} ${name}`,
  te: `${hall} ${name_te}`,
});

const accommodationCertificate: Word = msg`Certificate for scribe or extra time`;
const identityPaper: Word = msg`Identity paper`;

/** By the names of the record and of the form, which versions, checks and reasons use. */
const fieldLabels: Readonly<Record<string, Word>> = {
  name: words.name,
  father_name: words.fatherName,
  dob: words.dateOfBirth,
  age: words.age,
  number: words.mobileNumber,
  aadhar: words.aadhaarNumber,
  identity_kind: identityPaper,
  identity_number: msg`Number of the identity paper`,
  identity_paper: identityPaper,
  postal_address: words.postalAddress,
  district: words.district,
  district_id: words.district,
  district_name: words.district,
  mandal: words.mandal,
  mandal_id: words.mandal,
  mandal_name: words.mandal,
  exam_type: words.examType,
  exam_regular: words.regularOrCompartmental,
  pasthallticket: words.previousHallTicket,
  language: words.languages,
  centre_district: words.centreDistrict,
  centre_district_id: words.centreDistrict,
  centre_district_name: words.centreDistrict,
  agamamu: words.agamamu,
  scribe: msg`Scribe`,
  compensatory_time: msg`Extra time`,
  image: words.photo,
  birth_certificate: words.birthCertificate,
  birthcertificate: words.birthCertificate,
  previous_certificate: words.previousCertificate,
  perviouscertificate: words.previousCertificate,
  markmemos_certificate: words.marksMemo,
  markmemos: words.marksMemo,
  accommodation_certificate: accommodationCertificate,
  accommodationcertificate: accommodationCertificate,
};

/** A field of a later release is shown by its name. */
export const toFieldLabel = (field: string): Word => fieldLabels[field] ?? { te: field, en: field };

/** In a rupee. */
export const PAISE = 100;

export const countText = (count: number): string => count.toLocaleString('en-IN');

/** A masked date stays as it is. */
export const toDateText = (date: string): string => dateText(date) || date;

const noName: Word = { te: '', en: '' };

export function toExamTypeLabel(examination: PublicExamination | undefined, id: number): Word {
  const type = examination?.exam_types.find((candidate) => candidate.id === id);
  return type ? { te: type.name_te, en: type.name } : noName;
}

/** A paper of another examination is shown by its id. */
export function toPaperLabel(examination: PublicExamination | undefined, id: string): Word {
  const paper = examination?.result_papers?.find((candidate) => candidate.id === id);
  return paper ? { te: paper.name_te, en: paper.name } : { te: id, en: id };
}

export const isCompartmental = ({ exam_regular }: Pick<ApplicationRecord, 'exam_regular'>): boolean =>
  exam_regular === COMPARTMENTAL;

export const toRegularityLabel = (record: Pick<ApplicationRecord, 'exam_regular'>): Word =>
  isCompartmental(record) ? words.compartmental : words.regular;

export const listLanguages = ({ language }: ApplicationRecord): string =>
  parseLanguages(language)
    .map((choice) => choice.language)
    .join(', ');

/** What the applicant declared in a field that a paper proves; empty when it is not in the record. */
export function toDeclaredValue(
  record: ApplicationRecord,
  field: string,
  examination: PublicExamination | undefined,
): Word | string {
  if (field === 'dob') return toDateText(record.dob);
  if (field === 'exam_type') return toExamTypeLabel(examination, record.exam_type);
  if (field === 'exam_regular') return toRegularityLabel(record);
  if (field === 'language') return listLanguages(record);
  if (field === 'identity_paper') return record.identity_paper?.number ?? record.aadhar;
  const value = (record as unknown as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export const subjectLabels: Readonly<Record<GrievanceSubject, Word>> = {
  payment: msg`Payment`,
  ticket: words.hallTicket,
  correction: msg`Correction`,
  'sign-in': words.signIn,
  other: msg`Other`,
};

export const subjectLabel: Word = msg`Subject`;
export const openedLabel: Word = msg`Opened`;
const open: Word = msg`Open`;
const closed: Word = msg`Closed`;
const callBack = (day: string): Word => msg`Call back on ${day}`;

export function describeGrievance({ state, on }: Pick<GrievanceSummary, 'state' | 'on'>): Word {
  if (state === 'call-back') return callBack(dateText(on ?? ''));
  return state === 'closed' ? closed : open;
}
