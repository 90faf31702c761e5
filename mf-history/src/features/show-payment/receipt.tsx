import type { ApplicationRecord } from '@archaka/contracts';
import { Banner, Card, Paragraph, PayNow, StatusBadge, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { TicketLink } from '../download-ticket/ticket-link.tsx';
import { ApplicationFacts } from '../view-application/application-facts.tsx';
import { AskAgain } from './ask-again.tsx';

const receipt: Word = msg`Payment receipt`;
const next: Readonly<Record<ApplicationRecord['payment_status'], Word>> = {
  S: msg`The fee has arrived. Nothing more to do; the hall ticket is here and in the history.`,
  F: msg`This payment did not go through. The application is safe; you can pay again.`,
  C: msg`You cancelled the payment. The application is safe; you can pay again.`,
  '': msg`Waiting for the bank. If money was taken it is not lost; this page changes by itself.`,
};

/** One application of the order, with what happens next. */
export function Receipt({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id, number } = application;
  const tone = payment_status === 'S' ? 'success' : payment_status === '' ? 'info' : 'warning';
  return (
    <Card title={receipt} badge={<StatusBadge status={payment_status} />}>
      <div role="status">
        <Banner tone={tone}>
          <Paragraph word={next[payment_status]} />
        </Banner>
      </div>
      <ApplicationFacts application={application} />
      <div className="row">
        {payment_status === 'S' ? (
          <TicketLink application={application} />
        ) : (
          <>
            <PayNow orderId={order_id} number={number} />
            <AskAgain orderId={order_id} />
          </>
        )}
      </div>
    </Card>
  );
}
