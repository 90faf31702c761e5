import type { PaymentAttempt } from '@archaka/contracts/calls';
import { dateText, rupees, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const PAISE_PER_RUPEE = 100;

/** '₹ 1,00,000' of an amount in paise. */
export const formatPaise = (paise: number): string => rupees(paise / PAISE_PER_RUPEE);

const titles: Readonly<Record<PaymentAttempt['state'], Word>> = {
  unknown: msg`Not known yet`,
  not_taken: msg`Not taken`,
  held: msg`Held by the bank`,
  taken: msg`Taken`,
  returning: msg`Coming back`,
  returned: msg`Given back`,
};
const officeReviewing: Word = msg`The office is looking at it`;

export const toAttemptTitle = ({ state, office }: PaymentAttempt): Word =>
  office === 'deciding' ? officeReviewing : titles[state];

/** Money in another state than the application's own status suggests. */
export const isNoteworthy = ({ state, office }: PaymentAttempt): boolean =>
  state !== 'not_taken' && (state !== 'taken' || office !== undefined);

export function describeAttempt({ state, amount, payment_id, returning_by, office }: PaymentAttempt): Word {
  const money = formatPaise(amount);
  switch (state) {
    case 'unknown':
      return payment_id === null
        ? msg`You went to the payment page; no payment has been seen yet. We keep asking.`
        : msg`It is not known yet whether ${money} was taken. We keep asking; it is not lost.`;
    case 'not_taken':
      return msg`No money was taken.`;
    case 'held':
      return msg`Your bank has set ${money} aside; it is not taken yet.`;
    case 'taken':
      return describeCapture(money, office);
    case 'returning':
      return describeRefund(money, returning_by);
    case 'returned':
      return msg`${money} has been given back to you.`;
  }
}

function describeCapture(money: string, office: PaymentAttempt['office']): Word {
  switch (office) {
    case 'deciding':
      return msg`${money} was taken though the fee was paid already. The office looks at it and will send it back or tell you why not; you need not pay again.`;
    case 'kept':
      return msg`${money} was taken. The office has looked at it and keeps it. To ask why, call the help numbers on the home page.`;
    default:
      return msg`${money} was taken.`;
  }
}

function describeRefund(money: string, dueAt: string | null): Word {
  if (dueAt === null) return msg`${money} is on its way back to you.`;
  const day = dateText(dueAt);
  return msg`${money} is on its way back to you. It should be in your account by ${day}.`;
}

const methodLabels: Readonly<Record<string, Word>> = {
  card: msg`Card`,
  netbanking: msg`Net banking`,
  upi: msg`UPI`,
};

/** The payment method; an unknown one is shown by the provider's name. */
export const toMethodLabel = (method: string): Word => methodLabels[method] ?? { te: method, en: method };
