import { type PublicExamination, TextField, words } from '@archaka/platform';
import { formWords } from '../words.ts';

/** The fee in rupees; the service alone decides it. */
export function FeeField({ examination }: { examination: PublicExamination }) {
  return (
    <TextField
      name="amount"
      label={words.fee}
      hint={formWords.feeHint}
      value={String(examination.amount)}
      readOnly
    />
  );
}
