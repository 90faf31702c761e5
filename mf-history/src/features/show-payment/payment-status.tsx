import type { ApplicationRecord } from '@archaka/contracts/calls';
import {
  type ApplicationState,
  Banner,
  ButtonLink,
  Card,
  describeApplication,
  type KnownPayments,
  Paragraph,
  type PortalError,
  Skeleton,
  StatusBadge,
  StatusCard,
  skipToken,
  useExamination,
  useRefetchOnUpdate,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { MemoLink } from '../../files/download.tsx';
import { Fold, PrintButton, PrintNote } from '../../files/print.tsx';
import { historyApi } from '../../history-api.ts';
import { HelpNumbers, LoadFailed } from '../../load-failed.tsx';
import { Ticket, useTicketMade } from '../download-ticket/ticket-link.tsx';
import { ApplicationFacts } from '../view-application/application-facts.tsx';
import { Attempts, RevaluationAttempts, useAttempts } from './attempts.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { ReceiptSummary } from './receipt-summary.tsx';

interface PaymentProps {
  application: ApplicationRecord;
  payments: KnownPayments;
}

function PaymentState({ application, payments }: PaymentProps) {
  const ticket = useTicketMade(application);
  const { examination } = useExamination();
  const state = describeApplication(application, payments, ticket.isMade, examination);
  if (!state) return <Skeleton lines={4} />;
  return <PaymentCard application={application} state={state} ticket={ticket} />;
}

const revaluation: Word = msg`Revaluation`;

interface PaymentCardProps extends Pick<PaymentProps, 'application'> {
  state: ApplicationState;
  ticket: ReturnType<typeof useTicketMade>;
}

function PaymentCard({ application, state, ticket }: PaymentCardProps) {
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may remove the focused button
  useEffect(() => {
    // After the checkout the page is loaded anew, without a focus. A navigation within the portal sets the
    // focus elsewhere.
    if (document.activeElement === document.body) card.current?.focus();
  }, [state.title]);

  return (
    <div ref={card} tabIndex={-1}>
      <StatusCard {...state}>
        {state.nextStep === 'ticket' && <Ticket application={application} {...ticket} tone="main" />}
        {state.nextStep === 'memo' && <MemoLink application={application} />}
        {application.revaluation?.state === 'unpaid' && <ButtonLink to="/#status" word={revaluation} />}
        {state.nextStep === 'correct' && (
          <ButtonLink to="/ticket" word={words.correctApplication} tone="main" />
        )}
        {state.nextStep === 'appeal' && <ButtonLink to="/#status" word={words.appeal} tone="main" />}
        <PaymentActions application={application} state={state} />
        {state.nextStep === 'call-office' && <HelpNumbers of="office" />}
      </StatusCard>
    </div>
  );
}

/** A fallback for lost notices of the server, while the payment may arrive at any moment. */
const UNPAID_POLL_MS = 5000;
/** After the payment: the server sends no notice of a second payment or its refund. */
const PAID_POLL_MS = 30_000;

const toPollIntervalMs = (isPaid: boolean): number => (isPaid ? PAID_POLL_MS : UNPAID_POLL_MS);

/** Neither the fee nor that of a revaluation is awaited. */
const isSettled = ({ payment_status, revaluation }: ApplicationRecord): boolean =>
  payment_status === 'S' && revaluation?.state !== 'unpaid';

type Failure = PortalError['kind'] | undefined;

const notOwn: readonly Failure[] = ['not-found', 'forbidden', 'invalid'];

/** The return page of the checkout: the order's applications as receipts. */
export function PaymentStatus() {
  const [parameters] = useSearchParams();
  const orderId = parameters.get('order_id');
  const [pollMs, setPollMs] = useState(toPollIntervalMs(false));
  const query = historyApi.usePaymentStatusQuery(orderId ? { order_id: orderId } : skipToken, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
  });
  useRefetchOnUpdate(query);
  const { data, error, isFetching, refetch } = query;

  const applications = data?.data ?? [];
  const failure = error && 'kind' in error ? error.kind : undefined;
  const isPaid = applications.length > 0 && applications.every(isSettled);
  // A retry would not make the order the applicant's.
  const nextPollMs = notOwn.includes(failure) ? 0 : toPollIntervalMs(isPaid);
  if (pollMs !== nextPollMs) setPollMs(nextPollMs);

  return (
    <div className="stack column">
      {applications.map((application) => (
        <Receipt key={application.application_id} application={application} />
      ))}
      {applications.length === 0 &&
        (isFetching && !error ? (
          <Skeleton lines={6} />
        ) : (
          <NoReceipt orderId={orderId} failure={failure} busy={isFetching} onRetry={refetch} />
        ))}
      <div className="row screen-only">
        <ButtonLink to="/" word={words.goToWebsite} />
        <ButtonLink to="/ticket" word={words.applicationHistory} tone="link" />
      </div>
    </div>
  );
}

const receiptTitle: Word = msg`Payment receipt`;
const orderTitle: Word = msg`This order`;
const details: Word = msg`Payment details`;

function Receipt({ application }: { application: ApplicationRecord }) {
  const { payment_status } = application;
  const isPaid = payment_status === 'S';
  const payments = useAttempts(application, toPollIntervalMs(isSettled(application)));
  return (
    <div className="receipt stack">
      <PaymentState application={application} payments={payments} />
      <Card
        title={isPaid ? receiptTitle : orderTitle}
        level={2}
        badge={<StatusBadge status={payment_status} />}
      >
        {isPaid ? (
          <ReceiptSummary application={application} attempts={payments.attempts} />
        ) : (
          <ApplicationFacts application={application} part="order-head" />
        )}
        <Fold title={details}>
          <ApplicationFacts application={application} part={isPaid ? 'receipt' : 'order'} />
        </Fold>
        <Attempts application={application} payments={payments} folds />
        <RevaluationAttempts attempts={payments.revaluation} />
        <div className="row screen-only">
          <PrintButton />
        </div>
        <PrintNote />
      </Card>
    </div>
  );
}

const noOrder: Word = msg`This link names no order`;
const noSuchOrder: Word = msg`This order is not among your applications`;
const lookInHistory: Word = msg`Nothing of yours is lost: your applications and their payments stand in the application history.`;

interface NoReceiptProps {
  orderId: string | null;
  failure: Failure;
  onRetry: () => unknown;
  busy: boolean;
}

/** The address names no order, the order is another applicant's, or it could not be read. */
function NoReceipt({ orderId, failure, onRetry, busy }: NoReceiptProps) {
  if (orderId && failure && !notOwn.includes(failure)) return <LoadFailed busy={busy} onRetry={onRetry} />;
  return (
    <Banner tone="warning" level={2} title={orderId ? noSuchOrder : noOrder}>
      <Paragraph word={lookInHistory} />
      <HelpNumbers of="office" />
    </Banner>
  );
}
