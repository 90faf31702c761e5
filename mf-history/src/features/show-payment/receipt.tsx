import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Card, StatusBadge, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { PrintButton } from '../../files/print-button.tsx';
import { PrintNote } from '../../files/print-note.tsx';
import { Fold } from '../../fold.tsx';
import { ApplicationFacts } from '../view-application/application-facts.tsx';
import { FoldedAttempts } from './folded-attempts.tsx';
import { PaymentState } from './payment-state.tsx';
import { toPollIntervalMs } from './poll-interval.ts';
import { useAttempts } from './use-attempts.ts';

const title: Word = msg`Payment receipt`;
const details: Word = msg`Payment details`;

export function Receipt({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id } = application;
  const payments = useAttempts(order_id, toPollIntervalMs(payment_status === 'S'));
  return (
    <div className="receipt stack">
      <PaymentState application={application} payments={payments} />
      <Card title={title} level={2} badge={<StatusBadge status={payment_status} />}>
        <ApplicationFacts application={application} part="receipt-head" />
        <Fold title={details}>
          <ApplicationFacts application={application} part="receipt-body" />
        </Fold>
        <FoldedAttempts application={application} payments={payments} />
        <div className="row screen-only">
          <PrintButton />
        </div>
        <PrintNote />
      </Card>
    </div>
  );
}
