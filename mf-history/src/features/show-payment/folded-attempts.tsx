import type { ApplicationRecord } from '@archaka/contracts/calls';
import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Fold } from '../../fold.tsx';
import { isNoteworthy } from './attempt-messages.ts';
import { Attempts } from './attempts.tsx';
import type { AttemptsResult } from './use-attempts.ts';

const title: Word = msg`What happened, step by step`;

interface FoldedAttemptsProps {
  application: ApplicationRecord;
  payments: AttemptsResult;
}

/** Unfolded when money is in another state than the application's own status suggests. */
export function FoldedAttempts({ application, payments }: FoldedAttemptsProps) {
  const attempts = <Attempts application={application} {...payments} />;
  if (!payments.attempts?.length) return attempts;
  return (
    <Fold title={title} open={payments.attempts.some(isNoteworthy)}>
      {attempts}
    </Fold>
  );
}
