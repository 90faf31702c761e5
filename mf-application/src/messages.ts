import { inBoth, type TwoNames, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const formMessages = {
  personalDetails: msg`Who you are`,
  address: msg`Where you live`,
  examination: msg`Your examination`,
  documents: msg`Your papers`,
  checkAndPay: msg`Check and pay`,

  numberHint: msg`The number you signed in with; it cannot be changed`,
  aadhaarHint: msg`12 digits`,
  aadhaarNotChecked: msg`Whether this Aadhaar is free could not be asked just now. It is asked again by itself; go on.`,
  compareAadhaar: msg`Please compare this Aadhaar number with your card once more: one of its digits may be different. If it is the same, go on.`,
  unprintable: msg`There is a character in it that cannot be printed. Please write it again.`,
  ageHint: msg`Full years today, from the date of birth`,
  districtFirst: msg`Choose the district first`,
  centreHint: msg`Where you sit the examination`,
  languagesHint: msg`Choose all that you have to write`,
  ifYouHaveIt: msg`If you have it; required for compartmental`,

  pdfHint: msg`PDF, up to 2 MB`,
  optionalPdfHint: msg`PDF, up to 2 MB; required for compartmental`,
  photographPaper: msg`Take a photo`,
  showExamples: msg`Examples`,
  photoHint: msg`JPEG or PNG; made smaller if large`,

  feeHint: msg`Rupees; the same for all`,
  checkHint: msg`Confirming submits the application; then you pay the fee.`,
  clearQuestion: msg`Clear the form?`,
  clearExplanation: msg`Everything typed and every chosen file leaves the form. What was saved before stays saved.`,

  startFromDraft: msg`Start from the saved draft`,
  startEmpty: msg`Start with an empty form`,
  discardTyped: msg`Drop what was typed`,
  discardTypedExplanation: msg`What was typed goes from this device and from the portal. What was saved before stays saved.`,
  twoForms: msg`Your form is here twice`,
  continueWithTyped: msg`Go on with what I typed`,
  continueWithSaved: msg`Keep the saved one`,
  typedElsewhere: msg`You also typed elsewhere`,
  acceptOther: msg`Take what was typed elsewhere`,
  continueHere: msg`Go on with this form`,
  storeTyped: msg`Store what I type at the portal too`,
  storedAtService: msg`Stored encrypted at the portal, not saved yet: it opens on any phone or computer where you log in.`,
  notYetSent: msg`The last change is only on this device until it is sent.`,
  storedHereOnly: msg`What you type is only on this device. A logout deletes it.`,
  savedElsewhere: msg`The form was saved elsewhere meanwhile`,
  savedElsewhereExplanation: msg`It was saved in another window or on another device since you began here. Take what was saved there, and what you typed here will be offered to you again; or go on with yours, which then takes its place.`,
  loadNewer: msg`Take the newer saved one`,
  continueWithMine: msg`Go on with mine`,

  notOpenYet: msg`Applications are not open yet`,
  closed: msg`Applications are closed`,
  stillReadable: msg`What you had saved is below, to be read.`,
  callForHelp: msg`For questions please call`,

  notLoaded: msg`The form could not be loaded`,
  dataIsSafe: msg`What you saved or typed is safe. This is tried again by itself; check the connection if it lasts.`,
  fileNotShown: msg`The file could not be shown`,
} as const satisfies Record<string, Word>;

/** Shown on the page after a rejected submission. */
export const formNotAccepted = {
  title: msg`The form was not taken in`,
  text: msg`What you filled in is still here, also on this device. Please try again in a few minutes.`,
};

/** The application is stored, but the payment provider created no order. */
export const noOrder = {
  title: msg`The payment could not be begun`,
  text: msg`The payment service did not respond. What you filled in is kept. Please press Confirm to Pay again in a few minutes.`,
};

export const certificateHint = (level: TwoNames): Word =>
  inBoth((language) => {
    const name = level[language];
    return msg`${name} certificate; PDF, up to 2 MB`;
  });

/** `day` is formatted. */
export const dobHint = (day: string): Word => msg`${day} or earlier`;

export const hallTicketExample = (example: string): Word =>
  msg`As your earlier hall ticket has it, for example ${example}`;

/** Earlier input was restored; `when` is formatted. */
export const restoredMessage = (when: string): Word =>
  msg`Unfinished, not saved: what you typed on ${when} is in the form again.`;

/** Input from another device or window; `when` is formatted. */
export const otherFormMessage = (when: string): Word =>
  msg`In another window or on another device you typed something else, last on ${when}. Choose which one to go on with; until then nothing is lost.`;

/** Input on this device that conflicts with a draft saved later; `when` is formatted. */
export const otherDraftMessage = (when: string): Word =>
  msg`Below is the form as it was saved last. On this device there is also what you typed on ${when}, begun before that. Choose which one to go on with; until then nothing is lost.`;

/** The application period; the days are formatted. */
export const applicationPeriodMessage = (firstDay: string, lastDay: string): Word =>
  msg`Applications are taken from ${firstDay} to ${lastDay}.`;

/** Length and maximum length of a text, in characters. */
export const tooLongMessage = (count: string, most: number): Word =>
  msg`This is too long: ${count} characters. Please use at most ${most}.`;

/** @param character its code, and its shape when it has one */
export const unprintedMessage = (character: string): Word =>
  msg`The ticket cannot show this character. Please write it in another way: ${character}`;
