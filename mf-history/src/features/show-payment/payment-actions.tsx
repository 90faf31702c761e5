import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Button, PayNow, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useRecheckMutation } from '../../history-api.ts';
import { RecheckResult } from './recheck-result.tsx';
import type { NextStep } from './steps.ts';

const charged: Word = msg`I was charged`;

interface PaymentActionsProps {
  application: ApplicationRecord;
  step: Pick<NextStep, 'tone' | 'mayPay'>;
  /** Level of the heading over the result. */
  level?: 2 | 3;
  /** Further actions. */
  children?: ReactNode;
}

/** While unpaid: checkout, and recheck after a charge without success; its result stays once the fee is paid. */
export function PaymentActions({ application, step, level = 3, children }: PaymentActionsProps) {
  const { order_id, number, payment_status } = application;
  const [recheck, { data, error, isLoading, isUninitialized }] = useRecheckMutation();
  const isPaid = payment_status === 'S';
  if (isPaid && isUninitialized && !children) return null;
  return (
    <div>
      <div className="row payment-actions">
        {!isPaid && step.mayPay && (
          <PayNow orderId={order_id} number={number} tone={step.tone === 'warning' ? 'main' : 'plain'} />
        )}
        {!isPaid && (
          <Button word={charged} busy={isLoading} onClick={() => recheck({ order_id, details: true })} />
        )}
        {children}
      </div>
      <div role="status" className="recheck-result screen-only">
        {(data || error) && <RecheckResult attempts={data?.data ?? []} failed={!data} level={level} />}
      </div>
    </div>
  );
}
