import { type ApplicationRecord, isCorrectionOpen } from '@archaka/contracts/calls';
import {
  Button,
  ButtonLink,
  dateText,
  describeApplication,
  Paragraph,
  portalNow,
  Sentence,
  Skeleton,
  StatusBadge,
  useExamination,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { IconWord, MemoLink } from '../../files/download.tsx';
import { describeAttempt, isNoteworthy } from '../show-payment/attempt-messages.ts';
import { PaymentsUnavailable, useAttempts } from '../show-payment/attempts.tsx';
import { PaymentActions } from '../show-payment/payment-actions.tsx';

function OrderPayments({ application }: { application: ApplicationRecord }) {
  const { order_id } = application;
  const payments = useAttempts(application);
  const { attempts, failed } = payments;
  const { examination } = useExamination();
  const state = describeApplication(application, payments, undefined, examination);
  if (!state) return <Skeleton lines={3} />;
  return (
    <>
      <Paragraph className="hint" word={state.title} />
      {state.reasons && state.reasons.length > 0 && (
        <ul className="reasons">
          {state.reasons.map((reason) => (
            <li key={'id' in reason ? reason.id : reason.en}>
              <Sentence word={reason} />
            </li>
          ))}
        </ul>
      )}
      {state.nextStep === 'memo' && <MemoLink application={application} />}
      {failed && <PaymentsUnavailable />}
      {attempts?.filter(isNoteworthy).map((attempt) => (
        <p key={attempt.payment_id} className="hint">
          <Sentence word={describeAttempt(attempt)} />
        </p>
      ))}
      <PaymentActions application={application} state={state} level={2}>
        <ButtonLink
          to={`/paymentstatus?order_id=${encodeURIComponent(order_id)}`}
          word={words.paymentStatus}
          tone="link"
        />
      </PaymentActions>
    </>
  );
}

export function Payment({ application }: { application: ApplicationRecord }) {
  const { payment_status, order_id } = application;
  return (
    <div className={payment_status === 'S' ? 'payment payment-made' : 'payment'}>
      <StatusBadge status={payment_status} />
      <div className="payment-ways stack">
        {order_id !== '' && <OrderPayments application={application} />}
        {/* svc-payment returned no order in time: the application stays a draft, which the form resumes. */}
        {payment_status === '' && order_id === '' && (
          <ButtonLink to="/#application-form" word={words.applicationForm} tone="main" />
        )}
      </div>
    </div>
  );
}

/** The maximum of a browser's timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Whether an instant (ISO 8601) has passed by the portal's time; also updates when it passes. */
function useHasPassed(instant: string | undefined): boolean {
  const [now, setNow] = useState(portalNow);
  const end = instant === undefined ? Number.POSITIVE_INFINITY : Date.parse(instant);

  useEffect(() => {
    if (now > end) return;
    const waitMs = Math.min(end + 1 - portalNow(), MAX_TIMER_MS);
    const timer = setTimeout(() => setNow(portalNow()), waitMs);
    return () => clearTimeout(timer);
  }, [now, end]);

  return now > end;
}

interface UpdateButtonProps {
  application: ApplicationRecord;
  /** The last instant for edits (ISO 8601); undefined while unknown. */
  editUntil: string | undefined;
  onClick: () => void;
}

const editsClosedMessage = (lastDay: string) => msg`Edits were possible until ${lastDay}`;

/**
 * The next step while a correction is required. Remains after the end of edits and says so; a press then opens the
 * dialog that explains it.
 */
export function UpdateButton({ application, editUntil, onClick }: UpdateButtonProps) {
  const isCorrection = isCorrectionOpen(application, new Date(portalNow()));
  const isClosed = useHasPassed(editUntil) && !isCorrection;
  const reasonId = useId();
  return (
    <span className="update">
      <Button
        tone={isCorrection ? 'main' : 'link'}
        onClick={onClick}
        aria-describedby={isClosed ? reasonId : undefined}
      >
        <IconWord icon="edit" word={words.applicationUpdate} />
      </Button>
      {isClosed && (
        <span className="hint" id={reasonId}>
          <Sentence word={editsClosedMessage(dateText(editUntil ?? ''))} />
        </span>
      )}
    </span>
  );
}
