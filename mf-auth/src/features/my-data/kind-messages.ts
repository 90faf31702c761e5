import type { Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';

interface KindMessages {
  readonly what: Word;
  readonly why: Word;
}

const formServesNothing = msg`After the closing it serves nothing; the time is for complaints (DPDP Act 2023, section 8(7))`;
const againstAbuse = msg`To notice and limit attacks`;

/** Plain words for the kinds of `exams/retention.json` with data of a person. */
export const kindMessages: Readonly<Record<string, KindMessages>> = {
  account: {
    what: msg`Your account: name, mobile number, e-mail and address`,
    why: msg`One account serves every examination (DPDP Act 2023, section 12)`,
  },
  'sign-up': {
    what: msg`A sign-up whose number has not signed in yet`,
    why: msg`Nobody has shown that the number is theirs`,
  },
  draft: { what: msg`A saved form with its papers and photo`, why: formServesNothing },
  'unpaid-application': {
    what: msg`An application that is not paid, with its versions, papers and photo`,
    why: formServesNothing,
  },
  'paid-application': {
    what: msg`A paid application with its versions, papers and photo, the hall ticket and the seat`,
    why: msg`So long a result can be contested in court (Limitation Act 1963, article 113)`,
  },
  'first-hold': {
    what: msg`Since when you hold an Aadhaar number or other identity paper without having paid, by a code from which the number cannot be read`,
    why: msg`So that nobody blocks another person's Aadhaar or identity paper`,
  },
  'payment-record': {
    what: msg`Orders and payments: numbers, amounts and times`,
    why: msg`Books of account must be stored for eight years, without your account and papers`,
  },
  'unattached-upload': {
    what: msg`A paper or photo that no form names`,
    why: msg`A file that was never attached serves nothing`,
  },
  session: { what: msg`The phones and computers that are signed in`, why: msg`So that you stay signed in` },
  'sign-in': {
    what: msg`When and with which browser you signed in`,
    why: msg`So that you notice a stranger's sign-in`,
  },
  'one-time-password': {
    what: msg`A one-time password, encrypted`,
    why: msg`So long it can be used`,
  },
  'known-browser': {
    what: msg`The browsers that have signed in to your number`,
    why: msg`To tell you from somebody who guesses passwords`,
  },
  message: {
    what: msg`Which messages about an application you were sent, without their text`,
    why: msg`So that no message comes twice`,
  },
  'aadhaar-lookup': {
    what: msg`Which Aadhaar numbers and identity papers you asked about, by codes from which they cannot be read`,
    why: msg`So that nobody tries numbers out`,
  },
  'edit-count': { what: msg`When you changed an application`, why: againstAbuse },
  'resumable-upload': {
    what: msg`The pieces of a file that is being uploaded`,
    why: msg`So that an upload goes on after a lost connection`,
  },
  'rate-limit': { what: msg`How often you used the portal`, why: againstAbuse },
  'published-event': {
    what: msg`Messages between the parts of the portal`,
    why: msg`They are sent again after a restore from a backup`,
  },
  erasure: {
    what: msg`That you asked for erasure, and what is left`,
    why: msg`To show you that it is done`,
  },
  'erasure-work': {
    what: msg`Whose data is erased, by the number of the account`,
    why: msg`So that nothing that comes late brings data back`,
  },
  'data-key': {
    what: msg`The key that your data is encrypted with`,
    why: msg`An erasure destroys it, so that your data can no longer be read in any copy`,
  },
  backup: {
    what: msg`Copies of all data for an emergency, encrypted`,
    why: msg`To restore the portal; what is erased leaves the last copy when it is deleted`,
  },
  'audit-log': {
    what: msg`Who looked at your data and what was done with it, without the data`,
    why: msg`The CERT-In directions of 2022 ask for them`,
  },
  log: {
    what: msg`Logs of the portal, without your data`,
    why: msg`The CERT-In directions of 2022 ask for them`,
  },
};
