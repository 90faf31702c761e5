import type { ApplicationRecord } from '@archaka/contracts';
import { Banner, Card, Paragraph, StatusBadge, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { PrintButton } from '../../files/print-button.tsx';
import { useAttemptsQuery } from '../../history-api.ts';
import { TicketLink } from '../download-ticket/ticket-link.tsx';
import { ApplicationFacts } from '../view-application/application-facts.tsx';
import { Attempts } from './attempts.tsx';
import { nextStep } from './next-step.ts';
import { Unpaid } from './unpaid.tsx';

const title: Word = msg`Payment receipt`;

/** One application of the order, with what happens next. */
export function Receipt({ application, askMs }: { application: ApplicationRecord; askMs: number }) {
  const { payment_status, order_id } = application;
  const { data } = useAttemptsQuery({ order_id }, { pollingInterval: askMs, skipPollingIfUnfocused: true });
  const { tone, word, mayPay } = nextStep(payment_status, data?.data);
  return (
    <div className="receipt">
      <Card title={title} level={2} badge={<StatusBadge status={payment_status} />}>
        <Banner tone={tone}>
          <Paragraph word={word} />
        </Banner>
        {payment_status !== 'S' && <Unpaid application={application} mayPay={mayPay} />}
        <ApplicationFacts application={application} />
        <Attempts attempts={data?.data ?? []} />
        {payment_status === 'S' && (
          <div className="row">
            <TicketLink application={application} />
            <PrintButton />
          </div>
        )}
      </Card>
    </div>
  );
}
