import type { AgreementInput } from '@archaka/contracts/calls';
import { Sentence, useLanguage } from '@archaka/web-kit';
import type { PortalError } from '../calls/portal-error.ts';
import { examinationChanged } from '../examination/examination-slice.ts';
import { useExamination } from '../examination/use-examination.ts';
import { portalStore } from '../store/portal-store.ts';

/** The agreement in a request's body; empty where the examination has no notice. */
export function useAgreement(): AgreementInput {
  const notice_language = useLanguage();
  const notice_version = useExamination().examination?.privacy_notice?.version;
  return notice_version === undefined ? {} : { notice_version, notice_language };
}

/** What a press agrees to. Buttons that send personal data reference it by `aria-describedby`. */
export function AgreementHint({ id }: { id: string }) {
  const notice = useExamination().examination?.privacy_notice;
  if (!notice) return null;
  return (
    <p className="hint" id={id}>
      <Sentence word={{ te: notice.agreement_te, en: notice.agreement }} /> {notice.version}
    </p>
  );
}

/**
 * Shows the notice that a service returned as the current one, which the next press agrees to.
 * @param error of the call that sent personal data
 * @returns whether that was the error
 */
export function replaceNotice(error: object | undefined): boolean {
  const privacy_notice = (error as Partial<Extract<PortalError, { kind: 'invalid' }>> | undefined)?.notice;
  if (!privacy_notice) return false;
  const { examination } = portalStore.getState().examination;
  if (examination)
    portalStore.dispatch(examinationChanged({ examination: { ...examination, privacy_notice } }));
  return true;
}
