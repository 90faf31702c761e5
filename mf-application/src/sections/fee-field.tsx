import { type PublicExamination, TextField, words } from '@archaka/platform';
import { formMessages } from '../messages.ts';

/** The fee in rupees, which only the service decides. */
export function FeeField({ examination }: { examination: PublicExamination }) {
  return (
    <TextField
      name="amount"
      label={words.fee}
      hint={formMessages.feeHint}
      value={String(examination.amount)}
      readOnly
    />
  );
}
