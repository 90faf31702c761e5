import type { ApplicationRecord } from '@archaka/contracts';
import { Banner, Card, Paragraph, StatusBadge, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { PrintButton } from '../../files/print-button.tsx';
import { PrintNote } from '../../files/print-note.tsx';
import { TicketLink } from '../download-ticket/ticket-link.tsx';
import { ApplicationFacts } from '../view-application/application-facts.tsx';
import { Attempts } from './attempts.tsx';
import { chooseNextStep } from './choose-next-step.ts';
import { PaymentActions } from './payment-actions.tsx';
import { toPollIntervalMs } from './poll-interval.ts';
import { useAttempts } from './use-attempts.ts';

const title: Word = msg`Payment receipt`;

export function Receipt({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id } = application;
  const payments = useAttempts(order_id, toPollIntervalMs(payment_status === 'S'));
  const { tone, word, mayPay } = chooseNextStep(payment_status, payments.attempts);
  return (
    <div className="receipt">
      <Card title={title} level={2} badge={<StatusBadge status={payment_status} />}>
        <Banner tone={tone}>
          <Paragraph word={word} />
        </Banner>
        <PaymentActions application={application} mayPay={mayPay} />
        <ApplicationFacts application={application} />
        <Attempts application={application} {...payments} />
        <div className="row screen-only">
          {payment_status === 'S' && <TicketLink application={application} />}
          <PrintButton />
        </div>
        <PrintNote />
      </Card>
    </div>
  );
}
