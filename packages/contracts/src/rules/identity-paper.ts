import type { Check, RawBody } from '../check.ts';
import type { Examination } from '../examination.ts';
import type { IdentityPaperKind } from '../identity-paper.ts';
import { fitsPattern, normalizeIdentityNumber } from './identity-number.ts';
import { isEmpty, toText } from './values.ts';

type Papers = Pick<Examination, 'identity_papers'>;

/** Whether a paper replaces the Aadhaar number: only without one, where the examination has a list. */
export const isPaperChosen = (body: RawBody, { identity_papers }: Papers): boolean =>
  identity_papers !== undefined && isEmpty(body.aadhar) && !isEmpty(body.identity_kind);

const findKind = ({ identity_kind }: RawBody, { identity_papers }: Papers): IdentityPaperKind | undefined =>
  identity_papers?.find(({ kind }) => kind === identity_kind);

export interface GivenPaper extends IdentityPaperKind {
  /** Normalized. */
  readonly number: string;
}

/** Undefined with an Aadhaar number, or when the paper breaks a rule. */
export function findIdentityPaper(body: RawBody, examination: Papers): GivenPaper | undefined {
  const kind = isPaperChosen(body, examination) ? findKind(body, examination) : undefined;
  const number = normalizeIdentityNumber(toText(body.identity_number));
  return kind && fitsPattern(kind.pattern, number) ? { ...kind, number } : undefined;
}

/** Run after the 18 ordered checks and replace the third and fourth. */
export const identityPaperChecks: readonly Check[] = [
  {
    field: 'identity_kind',
    message: 'Select the Identity Paper',
    fails: (body, examination) => isPaperChosen(body, examination) && !findKind(body, examination),
  },
  {
    field: 'identity_number',
    message: 'Please Enter the valid Number of the Identity Paper',
    fails: (body, examination) =>
      isPaperChosen(body, examination) &&
      findKind(body, examination) !== undefined &&
      !findIdentityPaper(body, examination),
  },
];
