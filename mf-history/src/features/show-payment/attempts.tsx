import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Bilingual, Skeleton, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { HelpNumbers } from '../../help-numbers.tsx';
import { AttemptItem } from './attempt-item.tsx';
import { PaymentsUnavailable } from './payments-unavailable.tsx';
import type { AttemptsResult } from './use-attempts.ts';

const title: Word = msg`Payments of this order`;

interface AttemptsProps extends AttemptsResult {
  application: ApplicationRecord;
}

export function Attempts({ application: { order_id }, attempts, failed }: AttemptsProps) {
  const titleId = useId();
  if (failed)
    return (
      <div className="screen-only">
        <PaymentsUnavailable />
        <HelpNumbers of="office" />
      </div>
    );
  if (attempts === undefined && order_id !== '') return <Skeleton lines={2} />;
  if (!attempts?.length) return null;
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      <ol className="attempts">
        {[...attempts].reverse().map((attempt) => (
          <AttemptItem key={attempt.payment_id} attempt={attempt} />
        ))}
      </ol>
    </section>
  );
}
