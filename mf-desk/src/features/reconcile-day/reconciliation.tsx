import {
  getReconciliation,
  type ReconciledDay,
  routes,
  type SettlementDifference,
  type SettlementDifferenceKind,
  type SettlementSum,
  type StaffMember,
  toIndianDay,
} from '@archaka/contracts/calls';
import {
  type Column,
  dateText,
  Facts,
  Paragraph,
  Sentence,
  skipToken,
  useBothTexts,
  useNavigate,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { toReconciliationAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading } from '../../desk-section.tsx';
import { countText, PAISE } from '../../labels.ts';
import { CaseLink, Downloads } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';

const title: Word = msg`Reconciliation of a day`;
const explanation: Word = msg`What the portal has recorded as paid, beside what Razorpay paid out on this day. A payment is paid out some days after it was made.`;
const nothingSettled: Word = msg`Razorpay paid out nothing on this day.`;
const agrees: Word = msg`Every line agrees with the portal.`;
const settlement: Word = msg`Settlement`;

const kindLabels: Readonly<Record<SettlementDifferenceKind, Word>> = {
  'unknown-payment': msg`The portal does not know this payment`,
  'not-captured': msg`The portal has not recorded this payment as paid`,
  'unknown-refund': msg`The portal does not know this refund`,
  'amount-differs': msg`Another amount`,
  'other-line': msg`Neither payment nor refund`,
  'not-settled': msg`Paid more than a week ago, and in no settlement`,
};

const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const paiseText = (paise: number): string => money.format(paise / PAISE);

const sumText = ({ count, amount }: { count: number; amount: number }): string =>
  `${countText(count)} · ${paiseText(amount)}`;

/** The ledger of a day beside the provider's settlement. */
export function Reconciliation({ member }: { member: StaffMember }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const bothTexts = useBothTexts();
  const day = parameters.get('day') ?? toIndianDay(new Date());
  const query = deskApi.useReconciliationQuery(mayCall(member, getReconciliation) ? { day } : skipToken);
  const reconciled = query.currentData?.data?.[0];
  return (
    <DeskSection title={title} member={member} call={getReconciliation}>
      <Paragraph word={explanation} />
      <input
        className="input day-choice"
        type="date"
        aria-label={bothTexts(msg`Day`)}
        value={day}
        onChange={({ target }) => target.value && void navigate(toReconciliationAddress(target.value))}
      />
      {reconciled ? <Day reconciled={reconciled} day={day} /> : <Loading query={query} lines={6} />}
    </DeskSection>
  );
}

function Day({ reconciled, day }: { reconciled: ReconciledDay; day: string }) {
  const { begun, settlements, in_ledger: ledger, differences, more } = reconciled;
  const [date, moreText] = [dateText(day), countText(more)];
  const sumOf = (key: 'fees' | 'net') => settlements.reduce((total, each) => total + each[key], 0);
  return (
    <>
      <h2>
        <Sentence word={msg`Payments begun on ${date}`} />
      </h2>
      <Facts
        facts={[
          { label: msg`Paid`, value: sumText(begun.captured) },
          { label: msg`Of these returned`, value: sumText(begun.refunded) },
          { label: msg`Of these not paid out yet`, value: sumText(begun.unsettled) },
        ]}
      />
      <h2>
        <Sentence word={msg`Paid out by Razorpay on ${date}`} />
      </h2>
      {settlements.length === 0 ? (
        <Paragraph word={nothingSettled} />
      ) : (
        <>
          <Settlements settlements={settlements} />
          <Facts
            facts={[
              { label: msg`The same payments in the portal`, value: paiseText(ledger.captured) },
              { label: msg`− returned in the portal`, value: paiseText(ledger.refunded) },
              { label: msg`− fees`, value: paiseText(sumOf('fees')) },
              { label: msg`+ differences`, value: paiseText(ledger.differing) },
              { label: msg`= paid out`, value: paiseText(sumOf('net')) },
            ]}
          />
        </>
      )}
      <h2>
        <Sentence word={msg`Differences`} />
      </h2>
      {differences.length === 0 ? <Paragraph word={agrees} /> : <Differences differences={differences} />}
      {more > 0 && <Paragraph word={msg`${moreText} more differences are not listed.`} />}
      <p className="row">
        <Downloads address={`${routes.exportReconciliation.path}?day=${day}`} />
      </p>
    </>
  );
}

const settlementColumns: readonly Column<SettlementSum>[] = [
  {
    id: 'settlement',
    label: settlement,
    cell: ({ settlement_id }) => <span translate="no">{settlement_id}</span>,
  },
  { id: 'utr', label: msg`Bank reference`, cell: ({ utr }) => <span translate="no">{utr ?? '—'}</span> },
  { id: 'payments', label: msg`Payments`, cell: ({ payments }) => sumText(payments) },
  { id: 'refunds', label: msg`Returned`, cell: ({ refunds }) => sumText(refunds) },
  { id: 'others', label: msg`Other lines`, cell: ({ others }) => sumText(others) },
  { id: 'fees', label: msg`Fees`, cell: ({ fees }) => paiseText(fees) },
  { id: 'net', label: msg`Paid out`, cell: ({ net }) => paiseText(net) },
];

const Settlements = ({ settlements }: { settlements: readonly SettlementSum[] }) => (
  <DeskTable
    caption={settlement}
    columns={settlementColumns}
    rows={settlements}
    keyOf={({ settlement_id }) => settlement_id}
  />
);

const differenceColumns: readonly Column<SettlementDifference>[] = [
  { id: 'kind', label: msg`Difference`, cell: ({ kind }) => <Sentence word={kindLabels[kind]} /> },
  {
    id: 'application',
    label: words.applicationId,
    cell: ({ application_id }) => (application_id ? <CaseLink id={application_id} /> : '—'),
  },
  {
    id: 'order',
    label: words.orderId,
    cell: ({ order_id }) => <span translate="no">{order_id ?? '—'}</span>,
  },
  { id: 'payment', label: msg`Payment`, cell: ({ payment_id }) => <span translate="no">{payment_id}</span> },
  { id: 'settled', label: msg`At Razorpay`, cell: ({ settled }) => paiseText(settled) },
  { id: 'ledger', label: msg`In the portal`, cell: ({ in_ledger }) => paiseText(in_ledger) },
];

const Differences = ({ differences }: { differences: readonly SettlementDifference[] }) => (
  <DeskTable
    caption={msg`Differences`}
    columns={differenceColumns}
    rows={differences}
    keyOf={({ kind, payment_id, settled }) => `${kind} ${payment_id} ${settled}`}
  />
);
