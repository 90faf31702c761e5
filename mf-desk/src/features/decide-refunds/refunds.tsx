import {
  type CallAnswer,
  type CallRequest,
  decideRefund,
  getRefundsToDecide,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  Button,
  type Column,
  dateTimeText,
  Paragraph,
  rupees,
  Sentence,
  skipToken,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { ReasonField, readReason } from '../../form-text.tsx';
import { PAISE } from '../../labels.ts';
import { caseColumn } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';

type PendingRefund = NonNullable<CallAnswer<typeof getRefundsToDecide>['data']>[number];
type Outcome = CallRequest<typeof decideRefund>['outcome'];

const title: Word = msg`Payments to decide`;
const nothing: Word = msg`No payment waits for a decision.`;

const reasonLabels: Readonly<Record<PendingRefund['reason'], Word>> = {
  'paid-twice': msg`The fee was paid twice`,
  'claim-lost': msg`Another application holds the mobile, Aadhaar or identity paper`,
  'order-replaced': msg`Paid for an order that was replaced or closed`,
};
const resultLabels: Readonly<Record<string, Word>> = {
  refunding: msg`The payment is being returned.`,
  refused: msg`The payment is kept.`,
  'awaiting-second': msg`Approved. Another person must approve it, too.`,
};

const failures: Readonly<Record<number, Word>> = {
  420: msg`No decision is pending for this payment any more.`,
  421: msg`You have approved this payment already; another person must approve it, too.`,
};

/** Payments that the department returns or keeps. */
export function Refunds({ member }: { member: StaffMember }) {
  const isAllowed = mayCall(member, getRefundsToDecide);
  const query = deskApi.useRefundsQuery(isAllowed ? {} : skipToken, { refetchOnFocus: true });
  const [message, setMessage] = useState<Word>();
  const refunds = query.data?.data;
  return (
    <DeskSection title={title} member={member} call={getRefundsToDecide}>
      <p role="status">{message && <Sentence word={message} />}</p>
      {!refunds && <Loading query={query} lines={5} />}
      {refunds?.length === 0 && <Paragraph word={nothing} />}
      {refunds && refunds.length > 0 && (
        <RefundTable refunds={refunds} mayDecide={mayCall(member, decideRefund)} onDecided={setMessage} />
      )}
    </DeskSection>
  );
}

interface RefundTableProps {
  refunds: readonly PendingRefund[];
  mayDecide: boolean;
  onDecided: (message: Word) => void;
}

function RefundTable({ refunds, mayDecide, onDecided }: RefundTableProps) {
  const columns: Column<PendingRefund>[] = [
    caseColumn,
    {
      id: 'payment',
      label: msg`Payment`,
      cell: ({ payment_id }) => <span translate="no">{payment_id}</span>,
    },
    { id: 'amount', label: words.fee, cell: ({ amount }) => rupees(amount / PAISE) },
    { id: 'at', label: msg`When`, cell: ({ opened_at }) => dateTimeText(opened_at) },
    { id: 'reference', label: msg`Bank reference`, cell: ({ bank_reference }) => bank_reference ?? '—' },
    { id: 'reason', label: msg`Why it waits`, cell: (refund) => <Waiting refund={refund} /> },
  ];
  if (mayDecide)
    columns.push({
      id: 'decide',
      label: msg`Decision`,
      cell: (refund) => <DecideRefund refund={refund} onDecided={onDecided} />,
    });
  return (
    <DeskTable caption={title} columns={columns} rows={refunds} keyOf={({ payment_id }) => payment_id} />
  );
}

const Waiting = ({ refund: { reason, status, approved_by } }: { refund: PendingRefund }) => (
  <>
    <Sentence word={reasonLabels[reason]} />
    {status === 'refused' && (
      <>
        {' '}
        <Sentence word={msg`Razorpay refused the refund.`} />
      </>
    )}
    {approved_by && (
      <>
        {' '}
        <Sentence word={msg`Approved by ${approved_by}; another person must approve it, too.`} />
      </>
    )}
  </>
);

const giveBack: Word = msg`Return it`;
const retain: Word = msg`Keep it`;

function DecideRefund({
  refund: { payment_id, is_own_approval },
  onDecided,
}: {
  refund: PendingRefund;
  onDecided: (message: Word) => void;
}) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<Word>();
  const [decide, { isLoading }] = deskApi.useDecideRefundMutation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (outcome) form.current?.querySelector('input')?.focus();
  }, [outcome]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!outcome) return;
    const read = readReason(event.currentTarget, 'reason');
    if ('failure' in read) return setFailure(read.failure);
    const { data, error } = await decide({ payment_id, outcome, ...read });
    const label = resultLabels[data?.data?.[0]?.result ?? ''];
    if (label) onDecided(label);
    else setFailure(failures[data?.status ?? 0] ?? toFailure(error));
  };

  if (!outcome)
    return (
      <span className="row">
        {!is_own_approval && <Button word={giveBack} onClick={() => setOutcome('approve')} />}
        <Button tone="link" word={retain} onClick={() => setOutcome('refuse')} />
      </span>
    );
  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate>
      <ReasonField name="reason" label={msg`Why?`} hint={msg`It is recorded.`} error={failure} />
      <span className="row">
        <Button type="submit" tone="main" word={outcome === 'approve' ? giveBack : retain} busy={isLoading} />
        <Button tone="link" word={words.cancel} onClick={() => setOutcome(undefined)} />
      </span>
    </form>
  );
}
