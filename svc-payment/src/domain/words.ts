import type { Source, Tale } from './evidence.ts';

const PHRASES: Readonly<Record<Tale, string>> = {
  created: 'the payment has begun and is not finished',
  authorized: 'your bank has set the money aside, and it is not taken yet',
  captured: 'the payment was taken',
  refunded: 'the money has been given back',
  failed: 'the payment did not go through',
  none: 'no payment was made',
  mismatch: 'the payment does not match this order, so it was set aside for the office to look at',
  left: 'You left for the payment page',
  'came-back-paid': 'You came back from the payment page, which said that you had paid',
  'came-back-failed': 'You came back from the payment page, which said that the payment had not gone through',
  'gave-up': 'You cancelled on the payment page',
  'refund-asked-paid-twice': 'The fee was paid twice, so we are sending this payment back',
  'refund-asked-claim-lost':
    'Another application holds this mobile number or Aadhaar, so we are sending this payment back',
  'refund-pending': 'Razorpay is sending the money back to your bank',
  'refund-processed': 'Razorpay has sent the money back to your bank',
  'refund-refused': 'Razorpay could not send the money back, so the office will look at it',
  other: 'news about this payment',
};

const OPENINGS: Partial<Record<Source, string>> = {
  webhook: 'Razorpay reported: ',
  poll: 'We asked Razorpay: ',
};

const SAID_BY_THEMSELVES: readonly Tale[] = ['mismatch', 'none'];

/** A line of the applicant's timeline. */
export function says({ source, tells }: { source: Source; tells: Tale }): string {
  const opening = OPENINGS[source] ?? (SAID_BY_THEMSELVES.includes(tells) ? 'Razorpay shows: ' : '');
  return `${opening}${PHRASES[tells]}.`;
}
