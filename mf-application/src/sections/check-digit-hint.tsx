import { hasValidCheckDigit } from '@archaka/contracts/calls';
import { Sentence } from '@archaka/platform';
import { formMessages } from '../messages.ts';

const AADHAAR_LENGTH = 12;

/** Warns that a complete Aadhaar number has a wrong check digit; it may be sent anyway. */
export function CheckDigitHint({ aadhaar }: { aadhaar: string }) {
  const isDoubtful = aadhaar.length === AADHAAR_LENGTH && !hasValidCheckDigit(aadhaar);
  return (
    <p className="hint" role="status">
      {isDoubtful && <Sentence word={formMessages.compareAadhaar} />}
    </p>
  );
}
