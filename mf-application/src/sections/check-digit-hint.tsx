import { hasValidCheckDigit } from '@archaka/contracts';
import { Sentence } from '@archaka/platform';
import { formMessages } from '../messages.ts';

const AADHAAR_LENGTH = 12;

/** Says gently that a whole Aadhaar number cannot be as it is on the card; it may be sent all the same. */
export function CheckDigitHint({ aadhaar }: { aadhaar: string }) {
  const isDoubtful = aadhaar.length === AADHAAR_LENGTH && !hasValidCheckDigit(aadhaar);
  return (
    <p className="hint" role="status">
      {isDoubtful && <Sentence word={formMessages.compareAadhaar} />}
    </p>
  );
}
