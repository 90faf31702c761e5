import { Bilingual, Button, Facts, words } from '@archaka/platform';
import type { toIdentityFact } from '../../form/identity-paper.ts';
import { CheckDigitHint } from '../../sections/check-digit-hint.tsx';
import { statusMessages } from './status-messages.ts';

interface ConfirmDetailsProps {
  number: string;
  aadhar: string;
  identity: ReturnType<typeof toIdentityFact>;
  name: string;
  /** Undefined while a correction is not possible yet. */
  onCorrect: (() => void) | undefined;
}

/** The answers that are most often wrong and hardest to correct later, large to compare with the papers. */
export function ConfirmDetails({ number, aadhar, identity, name, onCorrect }: ConfirmDetailsProps) {
  return (
    <section className="read-back stack" aria-labelledby="read-back-title">
      <h4 id="read-back-title">
        <Bilingual word={statusMessages.confirmDetails} />
      </h4>
      <Facts
        facts={[{ label: words.name, value: name }, { label: words.mobileNumber, value: number }, identity]}
      />
      <CheckDigitHint aadhaar={aadhar} />
      {onCorrect && (
        <div className="row">
          <Button word={statusMessages.correctDetails} onClick={onCorrect} />
        </div>
      )}
    </section>
  );
}
