import { inBoth, type TwoNames, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

/** The form's own words, beside the portal's. */
export const formWords = {
  whoYouAre: msg`Who you are`,
  whereYouLive: msg`Where you live`,
  yourExamination: msg`Your examination`,
  yourPapers: msg`Your papers`,
  checkAndPay: msg`Check and pay`,
  checkAndUpdate: msg`Check and update`,

  numberHint: msg`The number you signed in with; it cannot be changed`,
  aadhaarHint: msg`12 digits`,
  ageHint: msg`Full years today, from the date of birth`,
  districtFirst: msg`Choose the district first`,
  centreHint: msg`You will sit the examination in this district`,
  languagesHint: msg`Choose all that you have to write`,
  ifYouHaveIt: msg`If you have it; required for compartmental`,

  pdfHint: msg`PDF, up to 2 MB`,
  optionalPdfHint: msg`PDF, up to 2 MB; required for compartmental`,
  photoHint: msg`JPEG or PNG; a large photo is made smaller before it is sent`,

  feeHint: msg`Rupees; the same for everyone`,
  checkHint: msg`Check the details and papers. Confirming submits the application; then you pay the fee.`,
  clearQuestion: msg`Clear the form?`,
  clearMeans: msg`Everything typed and every chosen file leaves the form. What was saved before stays saved.`,

  received: msg`The application has been received`,
  payToFinish: msg`Paying the fee completes it. To pay later, use the application history.`,
  paid: msg`The fee has arrived. Nothing more to do.`,
  alreadyApplied: msg`You already have an application this year`,
  stillUnpaid: msg`The fee has not arrived yet.`,

  notLoaded: msg`The form could not be loaded`,
  keptSafe: msg`What you saved is safe. Check the connection and try again.`,
  fileNotShown: msg`The file could not be shown`,

  leaveQuestion: msg`Leave without saving the changes?`,
  leaveMeans: msg`Your changes have not been saved.`,
  leave: msg`Leave`,
  editsClosed: msg`The time for edits is over`,
} as const satisfies Record<string, Word>;

/** What a previous certificate must be of, and how it is sent. */
export const certificateHint = (level: TwoNames): Word =>
  inBoth((language) => {
    const name = level[language];
    return msg`${name} certificate; PDF, up to 2 MB`;
  });

/** Why an application can no longer be edited; `lastDay` as it is shown. */
export const editsClosedSince = (lastDay: string): Word =>
  msg`Applications could be edited until ${lastDay}. For questions call the help numbers on the home page.`;
