import type { EvidenceKind, EvidenceSource } from '../domain/evidence.ts';

/** English, as in the answers; the browser writes the kinds in both languages. */
const texts: Readonly<Record<EvidenceKind, string>> = {
  created: 'the payment has begun and is not finished',
  authorized: 'your bank has set the money aside, and it is not taken yet',
  captured: 'the payment was taken',
  refunded: 'the money has been given back',
  charged_back: 'your bank has taken the money back',
  failed: 'the payment did not go through',
  'failed-upi-id':
    'the payment did not go through, since a typed UPI ID is no longer taken; scan the QR code or open your UPI app instead',
  'no-payment': 'no payment was made',
  mismatch: 'the payment does not match this order, so it was set aside for the office to look at',
  'checkout-started': 'You left for the payment page',
  'returned-paid': 'You came back from the payment page, which said that you had paid',
  'returned-failed': 'You came back from the payment page, which said that the payment had not gone through',
  'returned-failed-upi-id':
    'You came back from the payment page, which no longer takes a typed UPI ID; scan the QR code there or open your UPI app',
  cancelled: 'You cancelled on the payment page',
  'refund-requested-paid-twice': 'The fee was paid twice, so we are sending this payment back',
  'refund-requested-claim-lost':
    'Another application holds this mobile number, Aadhaar or identity paper, so we are sending this payment back',
  'refund-requested-order-replaced':
    'This order was replaced by a newer one, so we are sending this payment back',
  'refund-deciding': 'The office will decide whether this payment goes back to you',
  'refund-kept': 'The office has decided not to send this payment back',
  'refund-approved': 'The office has decided to send this payment back',
  'refund-pending': 'Razorpay is sending the money back to your bank',
  'refund-processed': 'Razorpay has sent the money back to your bank',
  'refund-refused': 'Razorpay could not send the money back, so the office will look at it',
  dispute: 'your bank has asked for the money back',
  'dispute-won': 'your bank has looked into this payment, and it stays as it is',
  'dispute-lost': 'the money went back to your bank, as it had asked',
  'dispute-closed': 'your bank has ended its inquiry about this payment',
  settled: 'Razorpay has passed this payment on to the department',
  other: 'news about this payment',
};

function toPrefix(source: EvidenceSource, kind: EvidenceKind): string {
  if (source === 'webhook') return 'Razorpay reported: ';
  if (source === 'poll' && kind !== 'settled') return 'We asked Razorpay: ';
  return kind === 'mismatch' || kind === 'no-payment' ? 'Razorpay shows: ' : '';
}

export const describeEvidence = (source: EvidenceSource, kind: EvidenceKind): string =>
  `${toPrefix(source, kind)}${texts[kind]}.`;
