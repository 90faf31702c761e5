import {
  type AgreementInput,
  type ConsentRecord,
  type Examination,
  isEmpty,
  parseWholeNumber,
} from '@archaka/contracts';
import { noticeChanged } from '../errors.ts';

/** A person's agreement, or personal data sent without one. */
export interface Consent {
  /** The examination's year: each examination has its own notice. */
  readonly noticeId: string;
  /** The notice's version at that time. */
  readonly version: number;
  readonly agreed: boolean;
  /** Language of the notice; absent where the request does not state it. */
  readonly language?: 'te' | 'en';
  readonly at: Date;
  readonly how: ConsentRecord['how'];
}

interface ConsentContext {
  readonly examination: Pick<Examination, 'examine_year' | 'privacy_notice'>;
  readonly how: Consent['how'];
}

/** Undefined for an examination without a notice. @throws HttpProblem 409 for another version than the current. */
export function readConsent(
  { notice_version, notice_language }: AgreementInput,
  { examination, how }: ConsentContext,
): Consent | undefined {
  const notice = examination.privacy_notice;
  if (!notice) return undefined;
  const agreed = !isEmpty(notice_version);
  if (agreed && parseWholeNumber(notice_version) !== notice.version) throw noticeChanged(notice);
  return {
    noticeId: examination.examine_year,
    version: notice.version,
    agreed,
    ...(notice_language && { language: notice_language }),
    at: new Date(),
    how,
  };
}
