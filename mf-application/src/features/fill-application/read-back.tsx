import { Bilingual, Button, Facts, words } from '@archaka/platform';
import { CheckDigitHint } from '../../parts/check-digit-hint.tsx';
import { formWords } from '../../words.ts';

interface ReadBackProps {
  number: string;
  aadhar: string;
  name: string;
  /** Undefined while it cannot be corrected yet. */
  onCorrect: (() => void) | undefined;
}

/** 1234 1234 1234, as on the card. */
const inFours = (aadhaar: string) => aadhaar.replace(/\d{4}(?=\d)/g, '$& ');

/** What is most often wrong and hardest to put right later, large, to be compared with the papers. */
export function ReadBack({ number, aadhar, name, onCorrect }: ReadBackProps) {
  return (
    <section className="read-back stack" aria-labelledby="read-back-title">
      <h4 id="read-back-title">
        <Bilingual word={formWords.isThisRight} />
      </h4>
      <Facts
        facts={[
          { label: words.name, value: name },
          { label: words.mobileNumber, value: number },
          { label: words.aadhaarNumber, value: inFours(aadhar) },
        ]}
      />
      <CheckDigitHint aadhaar={aadhar} />
      {onCorrect && (
        <div className="row">
          <Button word={formWords.correctIt} onClick={onCorrect} />
        </div>
      )}
    </section>
  );
}
