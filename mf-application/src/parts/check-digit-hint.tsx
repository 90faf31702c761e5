import { fitsCheckDigit } from '@archaka/contracts';
import { Sentence } from '@archaka/platform';
import { formWords } from '../words.ts';

const WHOLE = 12;

/** Says gently that a whole Aadhaar number cannot be as it is on the card; it may be sent all the same. */
export function CheckDigitHint({ aadhaar }: { aadhaar: string }) {
  const doubtful = aadhaar.length === WHOLE && !fitsCheckDigit(aadhaar);
  return (
    <p className="hint" role="status">
      {doubtful && <Sentence word={formWords.compareAadhaar} />}
    </p>
  );
}
