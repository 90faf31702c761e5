import type { applicationVersion } from '@archaka/contracts';
import type * as z from 'zod';
import type { FileRef, MaskedContent, Version } from './application.ts';

export type VersionAnswer = z.infer<typeof applicationVersion>;
type Change = VersionAnswer['changes'][number];

/** A field by its wire name: what tells two values apart, and how they are told to the applicant. */
interface Compared {
  readonly field: string;
  readonly key: (content: MaskedContent) => string;
  readonly tell: (before: MaskedContent, after: MaskedContent) => Omit<Change, 'field'>;
}

const text = (field: string, value: (content: MaskedContent) => string): Compared => ({
  field,
  key: value,
  tell: (before, after) => ({ from: value(before), to: value(after) }),
});

/** Two Aadhaars may end in the same digits: the blind index tells them apart. */
const aadhaar: Compared = {
  ...text('aadhar', (content) => content.aadhaarMasked),
  key: (content) => content.aadhaarIndex,
};

/** A file is told by what became of it; its bytes are seen in the form. */
const file = (field: string, value: (content: MaskedContent) => FileRef | null): Compared => ({
  field,
  key: (content) => value(content)?.documentId ?? '',
  tell: (before, after) => {
    if (!value(before)) return { from: '', to: 'added' };
    return { from: 'earlier file', to: value(after) ? 'replaced' : 'removed' };
  },
});

const compared: readonly Compared[] = [
  aadhaar,
  text('name', (content) => content.name),
  text('father_name', (content) => content.fatherName),
  text('dob', (content) => content.dateOfBirth),
  file('birthcertificate', (content) => content.birthCertificate),
  text('postal_address', (content) => content.postalAddress),
  text('district', (content) => content.district.name),
  text('mandal', (content) => content.mandal.name),
  text('exam_type', (content) => String(content.examType)),
  file('perviouscertificate', (content) => content.previousCertificate),
  text('exam_regular', (content) => (content.compartmental ? '2' : '1')),
  text('pasthallticket', (content) => content.previousHallTicket),
  file('markmemos', (content) => content.marksMemos),
  text('language', (content) => content.languages.map(({ name }) => name).join(', ')),
  text('centre_district', (content) => content.centreDistrict.name),
  text('agamamu', (content) => content.agama),
  file('image', (content) => content.photo),
];

const changesBetween = (before: MaskedContent, after: MaskedContent): Change[] =>
  compared
    .filter(({ key }) => key(before) !== key(after))
    .map(({ field, tell }) => ({ field, ...tell(before, after) }));

/** Every version with what it changed, newest first; the first one changes nothing. */
export const historyOf = (oldestFirst: readonly Version[]): VersionAnswer[] =>
  oldestFirst
    .map(({ version, at, content }, index) => {
      const before = oldestFirst[index - 1];
      return {
        version,
        at: at.toISOString(),
        changes: before ? changesBetween(before.content, content) : [],
      };
    })
    .toReversed();
