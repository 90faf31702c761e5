import { type ApplicationRecord, clockText, type HallSeat } from '@archaka/contracts/calls';
import { dateText, inBoth, type PublicExamination, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

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
