import { z } from 'zod';
import { type PaymentError, paymentMethods } from '../entities.ts';
import { collectNotEnabled } from '../errors.ts';
import { anonymousPayer, type Payer } from '../money/payments.ts';
import {
  banks,
  findCardFailure,
  getNetwork,
  hasValidCheckDigit,
  indianCards,
  isInternational,
} from './cards-and-banks.ts';

/** The payer's input and button; every field is optional, so that each mistake gets its own message. */
const choiceSchema = z.object({
  outcome: z.enum(['pay', 'fail', 'cancel']),
  method: z.enum(paymentMethods).default('card'),
  'card[number]': z.string().max(40).default(''),
  'card[expiry]': z.string().max(20).default(''),
  'card[cvv]': z.string().max(20).default(''),
  bank: z.string().max(20).default(''),
  'upi[flow]': z.enum(['qr', 'intent', 'collect']).default('qr'),
  vpa: z.string().max(100).default(''),
  bank_page: z.literal('1').optional(),
});

export type Choice = z.output<typeof choiceSchema>;
export type Mistakes = Partial<Record<'card[number]' | 'card[expiry]' | 'card[cvv]' | 'bank', string>>;

export function readChoice(form: unknown): Choice | undefined {
  return choiceSchema.safeParse(form ?? {}).data;
}

/** The payer's app decides, not this page: it scans a code, opens a link or shows the page of a bank. */
export function isDecidedElsewhere(choice: Choice): boolean {
  return choice.method === 'upi' || choice.bank_page !== undefined;
}

/** The provider's error for a request of which it makes no payment: UPI Collect has ended. */
export function findRejection(choice: Choice): PaymentError | undefined {
  const isCollect = choice.method === 'upi' && (choice['upi[flow]'] === 'collect' || choice.vpa !== '');
  return isCollect ? collectNotEnabled : undefined;
}

/** The mistakes in card or bank. An empty field means the value of the test card. */
export function findMistakes(choice: Choice, today = new Date()): Mistakes {
  switch (choice.method) {
    case 'netbanking':
      return banks.some(({ code }) => code === choice.bank) ? {} : { bank: 'Choose a bank from the list.' };
    case 'upi':
      return {};
    case 'card':
      return findCardMistakes(choice, today);
  }
}

function findCardMistakes(choice: Choice, today: Date): Mistakes {
  const mistakes: Mistakes = {};
  const digits = getDigits(choice);
  if (!/^\d{12,19}$/.test(digits) || !hasValidCheckDigit(digits)) {
    mistakes['card[number]'] = 'Check the digits of the card number.';
  }
  if (choice['card[expiry]'] !== '' && !isFuture(choice['card[expiry]'], today)) {
    mistakes['card[expiry]'] = 'Use a date ahead, such as 12/30.';
  }
  if (choice['card[cvv]'] !== '' && !/^\d{3,4}$/.test(choice['card[cvv]'])) {
    mistakes['card[cvv]'] = 'Use 3 digits.';
  }
  return mistakes;
}

/** The payer's data in the payment: of a card only the last four digits. */
export function toPayer(choice: Choice, contact: string): Payer {
  const contactFields = { contact: contact === '' ? anonymousPayer.contact : addCountryCode(contact) };
  if (choice.method === 'netbanking') {
    const bank = banks.find(({ code }) => code === choice.bank) ?? banks[0];
    return { ...contactFields, method: 'netbanking', bank: bank.code };
  }
  if (choice.method === 'upi') return { ...contactFields, method: 'upi' };
  const digits = getDigits(choice);
  const international = isInternational(digits);
  const card = { last4: digits.slice(-4), network: getNetwork(digits), international };
  return { ...contactFields, method: 'card', card };
}

/** The documented error of the chosen test card. */
export function findFailure(choice: Choice): PaymentError | undefined {
  return choice.method === 'card' ? findCardFailure(getDigits(choice)) : undefined;
}

function getDigits(choice: Choice): string {
  return (choice['card[number]'].trim() || indianCards[0].number).replace(/[ -]/g, '');
}

function isFuture(expiry: string, today: Date): boolean {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? [];
  if (month === '' || Number(month) < 1 || Number(month) > 12) return false;
  return Number(`20${year}`) * 12 + Number(month) > today.getFullYear() * 12 + today.getMonth();
}

/** Razorpay returns contacts with the country's prefix. */
function addCountryCode(contact: string): string {
  const digits = contact.replace(/[ ()-]/g, '');
  return /^\d{10}$/.test(digits) ? `+91${digits}` : digits;
}
