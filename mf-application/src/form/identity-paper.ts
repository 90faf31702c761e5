import type { ApplicationForm, FilledForm } from '@archaka/contracts/calls';
import { type PublicExamination, type Word, words } from '@archaka/platform';

/** The paper that replaces the Aadhaar number; blank for none. */
export interface IdentityPaperValues {
  identity_kind: string;
  identity_number: string;
}

export const noIdentityPaper: IdentityPaperValues = { identity_kind: '', identity_number: '' };

export const toIdentityPaperValues = ({
  identity_kind = '',
  identity_number = '',
}: Pick<FilledForm, 'identity_kind' | 'identity_number'>): IdentityPaperValues => ({
  identity_kind,
  identity_number,
});

/** Empty beside an Aadhaar number. */
export const toIdentityPaperBody = ({
  identity_kind,
  identity_number,
}: IdentityPaperValues): Pick<ApplicationForm, 'identity_kind' | 'identity_number'> =>
  identity_kind ? { identity_kind, identity_number } : {};

type Identity = Pick<FilledForm, 'aadhar' | 'identity_kind' | 'identity_number'>;

/** 1234 1234 1234, as on the card. */
const formatAadhaar = (aadhaar: string): string => aadhaar.replace(/\d{4}(?=\d)/g, '$& ');

/** The Aadhaar number or the paper that replaces it, for the summary. */
export function toIdentityFact(
  { aadhar, identity_kind, identity_number = '' }: Identity,
  { identity_papers }: PublicExamination,
): { label: Word; value: string } {
  const paper = identity_papers?.find(({ kind }) => kind === identity_kind);
  return paper
    ? { label: { te: paper.name_te, en: paper.name }, value: identity_number }
    : { label: words.aadhaarNumber, value: formatAadhaar(aadhar) };
}
