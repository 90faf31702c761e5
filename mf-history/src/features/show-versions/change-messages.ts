import type { ApplicationVersion } from '@archaka/contracts/calls';
import { dateText, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import {
  accommodationMessages,
  describeScribe,
  type ExamLabels,
  type PlaceLabels,
} from '../../use-exam-labels.ts';

export type Change = ApplicationVersion['changes'][number];

const labels: Readonly<Record<string, Word>> = {
  aadhar: words.aadhaarNumber,
  identity_kind: msg`Identity paper`,
  identity_number: msg`Number of the identity paper`,
  name: words.name,
  father_name: words.fatherName,
  dob: words.dateOfBirth,
  birthcertificate: words.birthCertificate,
  postal_address: words.postalAddress,
  district: words.district,
  mandal: words.mandal,
  exam_type: words.examType,
  perviouscertificate: words.previousCertificate,
  exam_regular: words.regularOrCompartmental,
  pasthallticket: words.previousHallTicket,
  markmemos: words.marksMemo,
  language: words.languages,
  centre_district: words.centreDistrict,
  agamamu: words.agamamu,
  image: words.photo,
  scribe: accommodationMessages.scribe,
  compensatory_time: accommodationMessages.extraTime,
  accommodationcertificate: accommodationMessages.certificate,
};
const otherField: Word = msg`Another detail`;

/** An unknown field is shown without its technical name. */
export const toFieldLabel = (field: string): Word => labels[field] ?? otherField;

const fileFields: ReadonlySet<string> = new Set([
  'birthcertificate',
  'perviouscertificate',
  'markmemos',
  'image',
  'accommodationcertificate',
]);
const fileChanges: Readonly<Record<string, Word>> = {
  added: msg`Added`,
  replaced: msg`Replaced by another file`,
  removed: msg`Removed`,
};
const sameLastDigits: Word = msg`Another number that ends in the same digits`;

/** A change that one word describes better than two values; undefined for all others. */
export function describeChange({ field, from, to }: Change): Word | undefined {
  if (fileFields.has(field)) return fileChanges[to];
  return from === to ? sameLastDigits : undefined;
}

const notGiven: Word = msg`Not given`;

export function formatValue(
  { field, value }: { field: string; value: string },
  examLabels: ExamLabels,
  places: PlaceLabels,
): Word | string {
  if (value === '') return notGiven;
  switch (field) {
    case 'dob':
      return dateText(value);
    case 'district':
    case 'centre_district':
      return places.district(value);
    case 'mandal':
      return places.mandal(value);
    case 'exam_type':
      return examLabels.examType(Number(value));
    case 'exam_regular':
      return examLabels.regularity(Number(value));
    case 'identity_kind':
      return examLabels.identityPaper(value);
    case 'agamamu':
      return examLabels.agama(value);
    case 'language':
      return examLabels.parts(value.split(', '));
    case 'scribe':
      return describeScribe(value);
    case 'compensatory_time':
      return examLabels.extraTime(value === 'yes');
    default:
      return value;
  }
}
