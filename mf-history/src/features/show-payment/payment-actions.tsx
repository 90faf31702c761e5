import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import { type ApplicationState, Banner, Button, Paragraph, PayNow, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { historyApi } from '../../history-api.ts';
import { HelpNumbers } from '../../load-failed.tsx';
import { describeAttempt } from './attempt-messages.ts';

const charged: Word = msg`I was charged`;

interface PaymentActionsProps {
  application: ApplicationRecord;
  state: Pick<ApplicationState, 'nextStep' | 'mayPay'>;
  /** Level of the heading over the result. */
  level?: 2 | 3;
  /** Further actions. */
  children?: ReactNode;
}

/** While unpaid: checkout, and recheck after a charge without success; its result stays once the fee is paid. */
export function PaymentActions({ application, state, level = 3, children }: PaymentActionsProps) {
  const { order_id, number, payment_status } = application;
  const [recheck, { data, error, isLoading, isUninitialized }] = historyApi.useRecheckMutation();
  const isPaid = payment_status === 'S';
  if (isPaid && isUninitialized && !children) return null;
  return (
    <div>
      <div className="row payment-actions">
        {state.mayPay && (
          <PayNow orderId={order_id} number={number} tone={state.nextStep === 'pay' ? 'main' : 'plain'} />
        )}
        {!isPaid && (
          <Button
            word={charged}
            tone="link"
            busy={isLoading}
            onClick={() => recheck({ order_id, details: true })}
          />
        )}
        {children}
      </div>
      <div role="status" className="recheck-result screen-only">
        {(data || error) && <RecheckResult attempts={data?.data ?? []} failed={!data} level={level} />}
      </div>
    </div>
  );
}

const title: Word = msg`Razorpay was asked just now`;
const noPayments: Word = msg`No payment was begun for this order, so no money was taken for it.`;
const contactHelp: Word = msg`If your bank shows otherwise, call the office with the bank's reference.`;
const recheckFailed: Word = msg`Razorpay could not be asked just now. Nothing is lost: we keep asking by ourselves. Try again in a few minutes.`;

interface RecheckResultProps {
  attempts: readonly PaymentAttempt[];
  failed: boolean;
  /** Of its heading. */
  level: 2 | 3;
}

function RecheckResult({ attempts, failed, level }: RecheckResultProps) {
  if (failed) {
    return (
      <Banner tone="warning">
        <Paragraph word={recheckFailed} />
        <HelpNumbers of="office" />
      </Banner>
    );
  }
  const nothingCaptured = attempts.every(({ state }) => state === 'not_taken');
  return (
    <Banner tone="info" title={title} level={level}>
      {attempts.length === 0 && <Paragraph word={noPayments} />}
      {attempts.map((attempt) => (
        <Paragraph key={attempt.payment_id} word={describeAttempt(attempt)} />
      ))}
      {nothingCaptured && (
        <>
          <Paragraph word={contactHelp} />
          <HelpNumbers of="office" />
        </>
      )}
    </Banner>
  );
}
