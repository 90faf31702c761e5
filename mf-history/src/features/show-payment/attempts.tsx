import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts';
import { Bilingual, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { AttemptItem } from './attempt-item.tsx';
import { TimelineLink } from './timeline-link.tsx';

const title: Word = msg`Payments of this order`;

interface AttemptsProps {
  application: ApplicationRecord;
  /** Of its order; undefined while not known. */
  attempts: readonly PaymentAttempt[] | undefined;
}

/** Every payment that was begun for the order, and what became of its money. */
export function Attempts({ application: { order_id, application_id }, attempts = [] }: AttemptsProps) {
  const titleId = useId();
  if (attempts.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      <ol className="attempts">
        {attempts.map((attempt) => (
          <AttemptItem key={attempt.payment_id} attempt={attempt} />
        ))}
      </ol>
      <div className="row screen-only">
        <TimelineLink order_id={order_id} application_id={application_id} />
      </div>
    </section>
  );
}
