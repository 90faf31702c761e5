import { inBoth, textIn, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

/** Who says it, and what: svc-payment's sentences are made of these, and their English is their id. */
const openings: readonly Word[] = [
  msg({ id: 'Razorpay reported: ' }),
  msg({ id: 'We asked Razorpay: ' }),
  msg({ id: 'Razorpay shows: ' }),
];
const phrases: readonly Word[] = [
  msg({ id: 'the payment has begun and is not finished' }),
  msg({ id: 'your bank has set the money aside, and it is not taken yet' }),
  msg({ id: 'the payment was taken' }),
  msg({ id: 'the money has been given back' }),
  msg({ id: 'the payment did not go through' }),
  msg({ id: 'no payment was made' }),
  msg({ id: 'the payment does not match this order, so it was set aside for the office to look at' }),
  msg({ id: 'You left for the payment page' }),
  msg({ id: 'You came back from the payment page, which said that you had paid' }),
  msg({ id: 'You came back from the payment page, which said that the payment had not gone through' }),
  msg({ id: 'You cancelled on the payment page' }),
  msg({ id: 'The fee was paid twice, so we are sending this payment back' }),
  msg({ id: 'Another application holds this mobile number or Aadhaar, so we are sending this payment back' }),
  msg({ id: 'Razorpay is sending the money back to your bank' }),
  msg({ id: 'Razorpay has sent the money back to your bank' }),
  msg({ id: 'Razorpay could not send the money back, so the office will look at it' }),
  msg({ id: 'news about this payment' }),
];

/** A sentence of svc-payment in both languages; one that is not known stands as it came. */
export function evidenceWord(says: string): Word {
  const opening = openings.find((word) => says.startsWith(textIn('en', word)));
  const rest = says.slice(opening ? textIn('en', opening).length : 0).replace(/\.$/, '');
  const phrase = phrases.find((word) => textIn('en', word) === rest);
  if (!phrase) return { te: says, en: says };
  return inBoth((language) => {
    const text = `${opening ? textIn(language, opening) : ''}${textIn(language, phrase)}.`;
    return { te: text, en: text };
  });
}
