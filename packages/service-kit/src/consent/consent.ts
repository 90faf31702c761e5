import {
  type AgreementInput,
  type ConsentRecord,
  type Examination,
  isEmpty,
  parseWholeNumber,
} from '@archaka/contracts';
import { noticeChanged } from '../errors.ts';

/** What a person agreed to, or did not, by sending personal data. */
export interface Consent {
  /** The examination's year: each examination has a notice of its own. */
  readonly noticeId: string;
  /** That was current. */
  readonly version: number;
  readonly agreed: boolean;
  /** That the notice was read in; absent where the request does not say. */
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
