import {
  type ApplicationRecord,
  clockText,
  type HallSeat,
  type PaymentAttempt,
} from '@archaka/contracts/calls';
import { dateText, inBoth, type PublicExamination, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export interface Status {
  readonly tone: 'info' | 'success' | 'warning';
  readonly title: Word;
  readonly sentences: readonly Word[];
  /** Milestones of the status card. */
  readonly reached: 2 | 3 | 4;
  readonly nextStep: 'ticket' | 'pay' | 'wait';
}

const ticketMade: Status = {
  tone: 'success',
  title: msg`The fee has arrived`,
  sentences: [msg`Nothing more to do. Your hall ticket is ready.`],
  reached: 4,
  nextStep: 'ticket',
};
const ticketPending: Status = {
  tone: 'success',
  title: msg`The fee has arrived`,
  sentences: [msg`Your hall ticket is being made and comes here by itself.`],
  reached: 3,
  nextStep: 'ticket',
};
const ticketOutdated: Status = {
  tone: 'info',
  title: msg`A new hall ticket is being made`,
  sentences: [
    msg`You edited the application, so the earlier hall ticket is no longer valid. The new one comes here by itself.`,
  ],
  reached: 3,
  nextStep: 'ticket',
};

const safe = msg`Your application has been received and is safe.`;
const feeDue: Status = {
  tone: 'warning',
  title: msg`The fee is due`,
  sentences: [safe, msg`The hall ticket comes as soon as the fee is paid.`],
  reached: 2,
  nextStep: 'pay',
};
const confirming: Status = {
  ...feeDue,
  tone: 'info',
  title: msg`The payment is being confirmed`,
  sentences: [
    msg`The money was set aside or taken. Please do not pay again.`,
    msg`The bank is asked again every minute; this page changes by itself.`,
  ],
  nextStep: 'wait',
};
const maybePaid: Status = {
  ...feeDue,
  sentences: [
    safe,
    msg`If you have paid already, wait a minute: the bank is asked again every minute, no money is lost, and this page changes by itself.`,
  ],
};
const failed: Status = {
  ...feeDue,
  title: msg`The payment did not go through`,
  sentences: [safe, msg`You can pay again. The hall ticket comes as soon as the fee is paid.`],
};
const cancelled: Status = {
  ...failed,
  title: msg`The payment was cancelled`,
};

export function describeApplication(
  {
    payment_status,
    version,
    ticket_version,
  }: Pick<ApplicationRecord, 'payment_status' | 'version' | 'ticket_version'>,
  attempts: readonly PaymentAttempt[] = [],
): Status {
  if (payment_status === 'S') {
    if (ticket_version === version) return ticketMade;
    return ticket_version === null ? ticketPending : ticketOutdated;
  }
  if (attempts.some(({ state }) => state === 'held' || state === 'taken')) return confirming;
  if (attempts.some(({ state }) => state === 'unknown')) return maybePaid;
  if (payment_status === 'F') return failed;
  return payment_status === 'C' ? cancelled : feeDue;
}

type ExaminationDay = Pick<PublicExamination, 'examination_date' | 'reporting_time'>;

function describeDay({ examination_date, reporting_time }: ExaminationDay): Word[] {
  if (!examination_date) return [];
  const day = dateText(examination_date);
  if (!reporting_time) return [msg`Examination: ${day}`];
  return [
    inBoth((language) => {
      const time = clockText(reporting_time)[language];
      return msg`Examination: ${day}, be there by ${time}`;
    }),
  ];
}

const describeSeat = ({ roll_number: rollNumber, centre }: HallSeat): Word =>
  inBoth((language) => {
    const name = language === 'te' ? centre.name_te : centre.name;
    return msg`Centre: ${name}. Roll number: ${rollNumber}`;
  });

/** Date, time and place of a paid applicant, as far as known. */
export const describeHall = (
  { payment_status, hall }: Pick<ApplicationRecord, 'payment_status' | 'hall'>,
  examination: ExaminationDay,
): Word[] =>
  payment_status === 'S' ? [...describeDay(examination), ...(hall ? [describeSeat(hall)] : [])] : [];
