import {
  type Examination,
  findIdentityPaper,
  maskAadhaar,
  maskIdentityNumber,
  type RawBody,
  toText,
  type identityPaper as wirePaper,
} from '@archaka/contracts';
import type * as z from 'zod';
import type { MaskedContent, UnmaskedContent } from './application.ts';

const PAPER = 'paper:';

/** The identity for claims and sealing: the Aadhaar number, `paper:<kind>:<number>`, or empty for neither. */
export function toIdentity(form: RawBody, examination: Pick<Examination, 'identity_papers'>): string {
  const paper = findIdentityPaper(form, examination);
  if (paper) return `${PAPER}${paper.kind}:${paper.number}`;
  const aadhaar = toText(form.aadhar);
  return /^\d{12}$/.test(aadhaar) ? aadhaar : '';
}

/** Excludes its number, which is in the identity. Undefined beside an Aadhaar number. */
export function toIdentityPaper(
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
export const toIdentityFields = ({ aadhaar, identityPaper }: UnmaskedContent) =>
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
