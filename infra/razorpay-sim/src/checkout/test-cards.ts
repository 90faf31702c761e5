import type { PaymentError } from '../entities.ts';
import {
  cancelled,
  cardDeclined,
  gatewayError,
  insufficientFunds,
  notAuthenticated,
  timedOut,
} from '../payment-failures.ts';

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
  { network: 'Visa', number: '4100 2800 0000 0009', failure: notAuthenticated },
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
