import type { PaymentError } from '../entities.ts';
import {
  authenticationFailed,
  cancelled,
  cardDeclined,
  gatewayError,
  insufficientFunds,
  timedOut,
} from '../errors.ts';

/** Some of the banks of https://razorpay.com/docs/payments/payment-methods/netbanking */
export const banks = [
  { code: 'SBIN', name: 'State Bank of India' },
  { code: 'UBIN', name: 'Union Bank of India' },
  { code: 'CNRB', name: 'Canara Bank' },
  { code: 'IOBA', name: 'Indian Overseas Bank' },
  { code: 'HDFC', name: 'HDFC Bank' },
  { code: 'ICIC', name: 'ICICI Bank' },
  { code: 'UTIB', name: 'Axis Bank' },
  { code: 'KKBK', name: 'Kotak Mahindra Bank' },
] as const;

/** By the first digits of a card's number. */
export function getNetwork(digits: string): string {
  if (/^4/.test(digits)) return 'Visa';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'MasterCard';
  if (/^(60|65|81|82|508)/.test(digits)) return 'RuPay';
  if (/^3[47]/.test(digits)) return 'American Express';
  if (/^3[0689]/.test(digits)) return 'Diners Club';
  return 'Unknown';
}

/** The check digit at the end of every card number (ISO/IEC 7812-1, annex B). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    if (place % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export type TestCard = { network: string; number: string; failure?: PaymentError };
export type TestCardGroup = { title: string; hint: string; cards: readonly TestCard[] };

export const indianCards = [
  { network: 'Visa', number: '4100 2800 0000 1007' },
  { network: 'MasterCard', number: '5500 6700 0000 1002' },
  { network: 'RuPay', number: '6527 6589 0000 1005' },
  { network: 'Diners Club', number: '3608 280009 1007' },
  { network: 'American Express', number: '3402 560004 01007' },
] as const;

const failingCards: readonly TestCard[] = [
  { network: 'Visa', number: '4100 2800 0008 0001', failure: insufficientFunds },
  { network: 'MasterCard', number: '5305 6200 0005 0001', failure: insufficientFunds },
  { network: 'Visa', number: '4100 2800 0006 0003', failure: cardDeclined },
  { network: 'MasterCard', number: '5305 6200 0003 0003', failure: cardDeclined },
  { network: 'Visa', number: '4100 2800 0007 0002', failure: cancelled },
  { network: 'Visa', number: '4100 2800 0009 0000', failure: timedOut },
  { network: 'Visa', number: '4100 2800 0002 0007', failure: gatewayError },
  { network: 'Visa', number: '4100 2800 0000 0009', failure: authenticationFailed },
];

const internationalCards: readonly TestCard[] = [
  { network: 'MasterCard', number: '5555 5555 5555 4444' },
  { network: 'MasterCard', number: '5105 1051 0510 5100' },
  { network: 'Visa', number: '4012 8888 8888 1881' },
];

/** Razorpay's test cards: https://razorpay.com/docs/payments/payments/test-card-details */
export const testCardGroups: readonly TestCardGroup[] = [
  { title: 'Test cards', hint: 'With any CVV and any date that is not past.', cards: indianCards },
  {
    title: 'Cards that fail',
    hint: 'On the bank’s page their error comes with Failure.',
    cards: failingCards,
  },
  { title: 'International cards', hint: 'From banks abroad.', cards: internationalCards },
];

/** The documented error of a test card that fails. */
export function findCardFailure(digits: string): PaymentError | undefined {
  return failingCards.find(({ number }) => number.replaceAll(' ', '') === digits)?.failure;
}

export function isInternational(digits: string): boolean {
  return internationalCards.some(({ number }) => number.replaceAll(' ', '') === digits);
}
