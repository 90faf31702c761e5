import { z } from 'zod';
import type { PaymentError } from '../entities.ts';
import { anonymousPayer, type Payer } from '../money/create-payment.ts';
import { banks, getNetwork, hasValidCheckDigit } from './methods.ts';
import { findCardFailure, indianCards, isInternational } from './test-cards.ts';

/** What the payer typed and pressed; no field is demanded of the form, so that every mistake has its words. */
const choiceSchema = z.object({
  outcome: z.enum(['pay', 'fail', 'cancel']),
  method: z.enum(['card', 'netbanking']).default('card'),
  'card[number]': z.string().max(40).default(''),
  'card[expiry]': z.string().max(20).default(''),
  'card[cvv]': z.string().max(20).default(''),
  bank: z.string().max(20).default(''),
  bank_page: z.literal('1').optional(),
});

export type Choice = z.output<typeof choiceSchema>;
export type Mistakes = Partial<Record<'card[number]' | 'card[expiry]' | 'card[cvv]' | 'bank', string>>;

export function readChoice(form: unknown): Choice | undefined {
  return choiceSchema.safeParse(form ?? {}).data;
}

/** What is wrong with the card or bank. An empty card field stands for the test card's own value. */
export function findMistakes(choice: Choice, today = new Date()): Mistakes {
  if (choice.method === 'netbanking') {
    return banks.some(({ code }) => code === choice.bank) ? {} : { bank: 'Choose a bank from the list.' };
  }
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

/** The payer as the payment keeps him: of a card the last four digits and nothing else. */
export function toPayer(choice: Choice, contact: string): Payer {
  const contactFields = { contact: contact === '' ? anonymousPayer.contact : addCountryCode(contact) };
  if (choice.method === 'netbanking') {
    const bank = banks.find(({ code }) => code === choice.bank) ?? banks[0];
    return { ...contactFields, method: 'netbanking', bank: bank.code };
  }
  const digits = getDigits(choice);
  const international = isInternational(digits);
  const card = { last4: digits.slice(-4), network: getNetwork(digits), international };
  return { ...contactFields, method: 'card', card };
}

/** The error the chosen card is known for, if it is one of the test cards that fail. */
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

/** Razorpay writes contacts with the country's prefix. */
function addCountryCode(contact: string): string {
  const digits = contact.replace(/[ ()-]/g, '');
  return /^\d{10}$/.test(digits) ? `+91${digits}` : digits;
}
