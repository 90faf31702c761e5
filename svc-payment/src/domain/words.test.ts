import { expect, test } from '@jest/globals';
import { says } from './words.ts';

test.each([
  ['checkout', 'left', 'You left for the payment page.'],
  ['webhook', 'captured', 'Razorpay reported: the payment was taken.'],
  ['poll', 'none', 'We asked Razorpay: no payment was made.'],
  ['cancel', 'gave-up', 'You cancelled on the payment page.'],
  ['refund', 'refund-asked-paid-twice', 'The fee was paid twice, so we are sending this payment back.'],
  [
    'callback',
    'mismatch',
    'Razorpay shows: the payment does not match this order, so it was set aside for the office to look at.',
  ],
] as const)('%s %s reads as a sentence', (source, tells, sentence) => {
  expect(says({ source, tells })).toBe(sentence);
});
