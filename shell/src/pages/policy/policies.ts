import { type Word, words } from '@archaka/web-kit';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export interface Clause {
  readonly title?: MessageDescriptor;
  readonly text: MessageDescriptor;
}

interface PolicyText {
  readonly id: 'privacy' | 'terms' | 'refund';
  readonly title: Word;
  readonly clauses: readonly Clause[];
}

const privacy: readonly Clause[] = [
  {
    title: msg`What we collect`,
    text: msg`Mobile number, name, father's name, date of birth, address, Aadhaar number, certificates, photo and payment numbers. Card and bank details never reach this portal.`,
  },
  {
    title: msg`What we use it for`,
    text: msg`Only to examine the application, take the fee, issue the hall ticket, hold the examination and reach you.`,
  },
  {
    title: msg`Whom we share it with`,
    text: msg`The payment provider gets the order, the fee and the mobile number, the SMS provider the mobile number and the OTP. Nobody else gets anything unless the law asks for it.`,
  },
  {
    title: msg`Security`,
    text: msg`Information is protected on its way and where it is kept. The Aadhaar number is stored encrypted.`,
  },
  {
    title: msg`How long we keep it`,
    text: msg`Only as long as the examination, its results and the rules for public records need. Files that belong to no application are deleted after 30 days.`,
  },
  {
    title: msg`Sensitive information`,
    text: msg`Lists, receipts and hall tickets show only the last four digits of the Aadhaar. Tell nobody your OTP; we never ask for it.`,
  },
  {
    title: msg`Scribe and extra time`,
    text: msg`What you ask for, and its certificate, are stored only if you fill in that part of the form. The hall ticket and your centre's attendance sheet show the scribe and the extra time, never the reason or the certificate.`,
  },
  {
    title: msg`What stays on your device`,
    text: msg`A cookie that keeps you signed in and one that remembers your language. What you type into the form is kept there encrypted, and goes when you log out, submit, or after 7 days. There is no advertising and no tracking.`,
  },
  {
    title: msg`Seeing and correcting it`,
    text: msg`After signing in you see all that your application holds, and may correct it until the last date for edits. For anything else, call or write to the numbers and address on the home page.`,
  },
];

const terms: readonly Clause[] = [
  {
    text: msg`The details given must be true and your own. An application with false details may be rejected.`,
  },
  {
    text: msg`One application for a mobile number and one for an Aadhaar number in an exam year.`,
  },
  {
    text: msg`The fee is paid online. The hall ticket comes once the payment is confirmed.`,
  },
];

const refund: readonly Clause[] = [
  {
    text: msg`Registrations are final: no cancellation, refund, transfer or changes.`,
  },
  {
    text: msg`If money was taken twice for one application, the extra amount is returned.`,
  },
  {
    text: msg`If money was taken and the portal does not say so, open the payment status: it asks the bank again. Nothing needs to be paid a second time before that.`,
  },
];

/** The texts of the policy page (specification, section 2). */
export const policies: readonly PolicyText[] = [
  { id: 'privacy', title: words.privacyPolicy, clauses: privacy },
  { id: 'terms', title: words.termsAndConditions, clauses: terms },
  { id: 'refund', title: words.refundPolicy, clauses: refund },
];
