import { inBoth, type TwoNames, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const readinessMessages = {
  checkedOnDevice: msg`Nothing is sent from this page: everything is checked on your device. You need not sign in.`,
  requirements: msg`What you need`,
  choicesMissing: msg`Choose all three, and what you need is listed here.`,
  requirementsTitle: msg`Have these ready`,
  photoNeeded: msg`Photo: JPEG or PNG, the face well lit`,
  birthNeeded: msg`Birth certificate: PDF, up to 2 MB`,
  memoNeeded: msg`Marks memo: PDF, up to 2 MB`,
  hallTicketNeeded: msg`Number of the previous hall ticket`,
  checkFiles: msg`Try your photo and papers`,
  checking: msg`Checking…`,
  passed: msg`Ready`,
  passedWithIssues: msg`It will be taken, but could be better`,
  notReadable: msg`This PDF could not be read here. Open it on your device once; if that works, it may be sent.`,
  applyNow: msg`Go to the application`,
} as const satisfies Record<string, Word>;

export const certificateMessage = (level: TwoNames): Word =>
  inBoth((language) => {
    const name = level[language];
    return msg`${name} certificate: PDF, up to 2 MB`;
  });

export const tooYoungMessage = (latest: string): Word =>
  msg`The date of birth can be ${latest} at the latest.`;

export const writesEverythingMessage = (age: number, threshold: number): Word =>
  msg`You are ${age}, over ${threshold}: as a new applicant you write all papers (Sanskrit, Agama, oral, Shushkruti).`;

export const writesOralMessage = (age: number, threshold: number): Word =>
  msg`You are ${age}, not over ${threshold}: as a new applicant you take oral and Shushkruti only.`;

export const writesRemainingMessage: Word = msg`As a compartmental applicant you write only the parts that are left; you choose them in the form.`;

export const photoSummaryMessage = (kilobytes: number): Word =>
  msg`Cut to the right shape and made small: ${kilobytes} KB.`;

export const pdfSummaryMessage = (pages: number, size: string): Word =>
  msg`The PDF opens without a password. Pages: ${pages}; size: ${size}.`;
