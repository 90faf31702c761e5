import type { applicationVersion } from '@archaka/contracts';
import type * as z from 'zod';
import type { FileRef, MaskedContent, Version } from './application.ts';
import { toMaskedAadhaar } from './form.ts';

type HistoryEntry = z.infer<typeof applicationVersion>;
type Change = HistoryEntry['changes'][number];

interface ComparedField {
  readonly field: string;
  readonly key: (content: MaskedContent) => string;
  readonly describe: (before: MaskedContent, after: MaskedContent) => Omit<Change, 'field'>;
}

const textField = (field: string, value: (content: MaskedContent) => string): ComparedField => ({
  field,
  key: value,
  describe: (before, after) => ({ from: value(before), to: value(after) }),
});

/** Two Aadhaars may end in the same digits; the blind index distinguishes them. */
const aadhaarField: ComparedField = {
  ...textField('aadhar', toMaskedAadhaar),
  key: ({ aadhaarIndex, identityPaper }) => (identityPaper ? '' : aadhaarIndex),
};

const paperField: ComparedField = {
  ...textField('identity_number', ({ aadhaarMasked, identityPaper }) => (identityPaper ? aadhaarMasked : '')),
  key: ({ aadhaarIndex, identityPaper }) => (identityPaper ? aadhaarIndex : ''),
};

const fileField = (
  field: string,
  value: (content: MaskedContent) => FileRef | null | undefined,
): ComparedField => ({
  field,
  key: (content) => value(content)?.documentId ?? '',
  describe: (before, after) => {
    if (!value(before)) return { from: '', to: 'added' };
    return { from: 'earlier file', to: value(after) ? 'replaced' : 'removed' };
  },
});

const comparedFields: readonly ComparedField[] = [
  aadhaarField,
  textField('identity_kind', ({ identityPaper }) => identityPaper?.name ?? ''),
  paperField,
  textField('name', (content) => content.name),
  textField('father_name', (content) => content.fatherName),
  textField('dob', (content) => content.dateOfBirth),
  fileField('birthcertificate', (content) => content.birthCertificate),
  textField('postal_address', (content) => content.postalAddress),
  textField('district', (content) => content.district.name),
  textField('mandal', (content) => content.mandal.name),
  textField('exam_type', (content) => String(content.examType)),
  fileField('perviouscertificate', (content) => content.previousCertificate),
  textField('exam_regular', (content) => (content.compartmental ? '2' : '1')),
  textField('pasthallticket', (content) => content.previousHallTicket),
  fileField('markmemos', (content) => content.marksMemos),
  textField('language', (content) => content.languages.map(({ name }) => name).join(', ')),
  textField('centre_district', (content) => content.centreDistrict.name),
  textField('agamamu', (content) => content.agama),
  fileField('image', (content) => content.photo),
  textField('scribe', ({ accommodation }) => accommodation?.scribe ?? 'none'),
  textField('compensatory_time', ({ accommodation }) => (accommodation?.compensatoryTime ? 'yes' : 'no')),
  fileField('accommodationcertificate', ({ accommodation }) => accommodation?.certificate),
];

const findDifferences = (before: MaskedContent, after: MaskedContent): ComparedField[] =>
  comparedFields.filter(({ key }) => key(before) !== key(after));

/** Fields of the form. */
export const listChangedFields = (before: MaskedContent, after: MaskedContent): string[] =>
  findDifferences(before, after).map(({ field }) => field);

const findChanges = (before: MaskedContent, after: MaskedContent): Change[] =>
  findDifferences(before, after).map(({ field, describe }) => ({ field, ...describe(before, after) }));

/** Newest first; the first version lists no changes. */
export const toHistory = (oldestFirst: readonly Version[]): HistoryEntry[] =>
  oldestFirst
    .map(({ version, at, content }, index) => {
      const previous = oldestFirst[index - 1];
      return {
        version,
        at: at.toISOString(),
        changes: previous ? findChanges(previous.content, content) : [],
      };
    })
    .toReversed();
