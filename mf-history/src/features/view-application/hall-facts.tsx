import { type ApplicationRecord, clockText } from '@archaka/contracts/calls';
import { Bilingual, dateText, type PublicExamination, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';

interface Fact {
  label: Word;
  value: ReactNode;
}

/** Unknown facts are omitted. */
export type FactValue = Fact | '' | false | undefined;

export const listFacts = (facts: readonly FactValue[]): Fact[] =>
  facts.filter((fact) => fact !== undefined && fact !== '' && fact !== false);

const rollNumber: Word = msg`Roll number`;
const examinationDate: Word = msg`Examination date`;
const reportingTime: Word = msg`Reporting time`;
const examinationCentre: Word = msg`Examination centre`;

function toSeatFacts({ hall }: ApplicationRecord) {
  if (!hall) return {};
  const { name, name_te, address, address_te } = hall.centre;
  const centre = { te: `${name_te}, ${address_te}`, en: `${name}, ${address}` };
  return {
    rollNumber: { label: rollNumber, value: hall.roll_number },
    centre: { label: examinationCentre, value: <Bilingual word={centre} /> },
  };
}

type HallFacts = Partial<Record<'rollNumber' | 'centre' | 'examinationDate' | 'reportingTime', FactValue>>;

/** Date, time and place of a paid applicant, as far as known. */
export function toHallFacts(
  application: ApplicationRecord,
  examination: PublicExamination | undefined,
): HallFacts {
  if (application.payment_status !== 'S') return {};
  const { examination_date: day, reporting_time: time } = examination ?? {};
  return {
    ...toSeatFacts(application),
    examinationDate: day && { label: examinationDate, value: dateText(day) },
    reportingTime: time && { label: reportingTime, value: <Bilingual word={clockText(time)} /> },
  };
}
