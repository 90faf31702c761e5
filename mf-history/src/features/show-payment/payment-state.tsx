import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Skeleton, StatusCard } from '@archaka/platform';
import { useEffect, useRef } from 'react';
import { HelpNumbers } from '../../load-failed.tsx';
import { Ticket, useTicketMade } from '../download-ticket/ticket-link.tsx';
import type { AttemptsResult } from './attempts.tsx';
import { chooseNextStep } from './next-step.ts';
import { PaymentActions } from './payment-actions.tsx';

interface PaymentStateProps {
  application: ApplicationRecord;
  payments: AttemptsResult;
}

export function PaymentState({ application, payments: { attempts, failed } }: PaymentStateProps) {
  const isUnclear = application.payment_status === '' && attempts === undefined && !failed;
  if (isUnclear) return <Skeleton lines={4} />;
  return <PaymentCard application={application} attempts={attempts} />;
}

function PaymentCard({
  application,
  attempts,
}: Pick<PaymentStateProps, 'application'> & Pick<AttemptsResult, 'attempts'>) {
  const isPaid = application.payment_status === 'S';
  const ticket = useTicketMade(application);
  const step = chooseNextStep(application.payment_status, attempts, ticket.isMade);
  const { tone, title, sentences } = step;
  const paidReached = ticket.isMade ? 4 : 3;
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may remove the focused button
  useEffect(() => {
    // After the checkout the page is loaded anew, without a focus. A navigation within the portal sets the
    // focus elsewhere.
    if (document.activeElement === document.body) card.current?.focus();
  }, [title]);

  return (
    <div ref={card} tabIndex={-1}>
      <StatusCard tone={tone} title={title} sentences={sentences} reached={isPaid ? paidReached : 2}>
        {isPaid && <Ticket application={application} {...ticket} />}
        <PaymentActions application={application} step={step} />
        {step.callsOffice && <HelpNumbers of="office" />}
      </StatusCard>
    </div>
  );
}
