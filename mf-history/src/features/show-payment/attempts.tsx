import type { PaymentAttempt } from '@archaka/contracts';
import { Bilingual, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId } from 'react';
import { AttemptItem } from './attempt-item.tsx';

const title: Word = msg`Payments of this order`;

/** Every payment that was begun for the order, and what became of its money. */
export function Attempts({ attempts }: { attempts: readonly PaymentAttempt[] }) {
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
    </section>
  );
}
