import { z } from 'zod';
import { type PaymentError, paymentMethods } from '../entities.ts';
import { collectNotEnabled } from '../errors.ts';
import type { OrderRecord } from '../ledger/ledger.ts';
import { anonymousPayer, type Payer } from '../money/payments.ts';
import type { Simulator } from '../simulator.ts';

/** A host and port that a content security policy can contain unescaped. */
const HOST_PATTERN = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/;

const urlSchema = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((url) => HOST_PATTERN.test(new URL(url).host));

/** Fields of the merchant's form: https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted */
const requestSchema = z.object({
  key_id: z.string(),
  order_id: z.string(),
  amount: z.string().regex(/^\d{1,12}$/),
  name: z.string().trim().min(1).max(200),
  description: z.string().max(500).default(''),
  'prefill[contact]': z.union([z.literal(''), z.string().regex(/^\+?\d[\d ()-]{5,20}$/)]).default(''),
  callback_url: urlSchema,
  cancel_url: z.union([z.literal(''), urlSchema]).default(''),
});

export type CheckoutRequest = z.output<typeof requestSchema>;

/** Why a checkout cannot be shown, as a message for the payer. */
export class CheckoutError extends Error {}

/** The request and its order. @throws CheckoutError when there is nothing to pay */
export function readRequest(
  simulator: Simulator,
  form: unknown,
): { request: CheckoutRequest; order: OrderRecord } {
  const parsed = requestSchema.safeParse(form ?? {});
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'form');
    throw new CheckoutError(`The merchant's page sent a wrong or no ${field}.`);
  }
  const request = parsed.data;
  if (request.key_id !== simulator.keys.id) throw new CheckoutError('The key_id is not known here.');
  const order = simulator.ledger.findOrder(request.order_id);
  if (order === undefined) throw new CheckoutError('There is no such order.');
  if (Number(request.amount) !== order.order.amount) {
    throw new CheckoutError('The amount is not the amount of the order.');
  }
  return { request, order };
}

/** Some of the banks of https://razorpay.com/docs/payments/payment-methods/netbanking, by code. */
export const banks: Readonly<Record<string, string>> = {
  SBIN: 'State Bank of India',
  UBIN: 'Union Bank of India',
  CNRB: 'Canara Bank',
  IOBA: 'Indian Overseas Bank',
  HDFC: 'HDFC Bank',
};

/** https://razorpay.com/docs/payments/payments/test-card-details; the value of an empty field. */
export const TEST_CARD = '4100 2800 0000 1007';

/** The payer's input and button. Card numbers are not checked: no bank reads them. */
const choiceSchema = z.object({
  outcome: z.enum(['pay', 'fail', 'cancel']),
  method: z.enum(paymentMethods).default('card'),
  'card[number]': z.string().max(40).default(''),
  bank: z.string().max(20).default(''),
  'upi[flow]': z.enum(['qr', 'intent', 'collect']).default('qr'),
  vpa: z.string().max(100).default(''),
  bank_page: z.literal('1').optional(),
});

export type Choice = z.output<typeof choiceSchema>;

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

/** The payer's data in the payment: of a card only the last four digits. */
export function toPayer(choice: Choice, contact: string): Payer {
  const contactFields = { contact: contact === '' ? anonymousPayer.contact : addCountryCode(contact) };
  if (choice.method === 'netbanking')
    return { ...contactFields, method: 'netbanking', bank: choice.bank in banks ? choice.bank : 'SBIN' };
  if (choice.method === 'upi') return { ...contactFields, method: 'upi' };
  const digits = (choice['card[number]'].trim() || TEST_CARD).replace(/\D/g, '');
  const card = { last4: digits.slice(-4).padStart(4, '0'), network: getNetwork(digits) };
  return { ...contactFields, method: 'card', card };
}

/** By the first digits of a card's number. */
function getNetwork(digits: string): string {
  if (/^4/.test(digits)) return 'Visa';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'MasterCard';
  return /^(60|65|81|82|508)/.test(digits) ? 'RuPay' : 'Unknown';
}

/** Razorpay returns contacts with the country's prefix. */
function addCountryCode(contact: string): string {
  const digits = contact.replace(/[ ()-]/g, '');
  return /^\d{10}$/.test(digits) ? `+91${digits}` : digits;
}
