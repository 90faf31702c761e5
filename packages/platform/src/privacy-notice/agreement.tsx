import type { AgreementInput } from '@archaka/contracts';
import { Sentence, useLanguage } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useExamination } from '../examination/use-examination.ts';

/** What a form that is sent says of the notice above it; nothing where the examination has none. */
export function useAgreement(): AgreementInput {
  const notice_language = useLanguage();
  const notice_version = useExamination().examination?.privacy_notice?.version;
  return notice_version === undefined ? {} : { notice_version, notice_language };
}

/** What a press agrees to. The buttons that send personal data are described by it. */
export function AgreementHint({ id }: { id: string }) {
  const { notice_version: version } = useAgreement();
  if (!version) return null;
  return (
    <p className="hint" id={id}>
      <Sentence
        word={msg`By pressing you send your details, and you agree to the notice of version ${version}.`}
      />
    </p>
  );
}
