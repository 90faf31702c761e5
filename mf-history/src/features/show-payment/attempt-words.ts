import type { PaymentAttempt } from '@archaka/contracts';
import { dateText, rupees, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const PAISE_IN_A_RUPEE = 100;

/** '₹ 1,00,000' of an amount in paise. */
export const amountText = (paise: number): string => rupees(paise / PAISE_IN_A_RUPEE);

/** What became of the money of one payment. */
export function stateWord({ state, amount, payment_id, returning_by }: PaymentAttempt): Word {
  const money = amountText(amount);
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
      return msg`${money} was taken.`;
    case 'returning':
      return returning(money, returning_by);
    case 'returned':
      return msg`${money} has been given back to you.`;
  }
}

function returning(money: string, by: string | null): Word {
  if (by === null) return msg`${money} is on its way back to you.`;
  const day = dateText(by);
  return msg`${money} is on its way back to you. It should be in your account by ${day}.`;
}

const methods: Readonly<Record<string, Word>> = {
  card: msg`Card`,
  netbanking: msg`Net banking`,
};

/** How it was paid; a way that this page does not know is named as the provider names it. */
export const methodWord = (method: string): Word => methods[method] ?? { te: method, en: method };
