import { clockText, dateText, type Examination } from '@archaka/contracts';
import { type Allotment, findCentreOf } from './allotment.ts';
import type { PreviewRequest } from './application.ts';
import { type LocalizedText, toLabel, toUntranslated } from './exam-labels.ts';
import type { Row } from './ticket-row.ts';

type HallRequest = Pick<PreviewRequest, 'applicationVersion' | 'allotment'>;

/** False while neither seat nor examination date is known: the ticket then has its earlier layout. */
const isForHall = ({ allotment }: HallRequest, { examination_date }: Examination): boolean =>
  allotment !== undefined || examination_date !== undefined;

function createCentreRows(allotment: Allotment, examination: Examination): Row[] {
  const centre = findCentreOf(allotment, examination);
  const rollNumber: Row = {
    label: toLabel('రోల్ నంబరు', 'Roll number'),
    value: toUntranslated(allotment.roll_number),
    kind: 'long',
  };
  if (!centre) return [rollNumber];
  const place = toLabel(`${centre.name_te}, ${centre.address_te}`, `${centre.name}, ${centre.address}`);
  return [rollNumber, { label: toLabel('పరీక్ష కేంద్రం', 'Examination centre'), value: place }];
}

/** Candidate, time and place, as the first rows; empty without dates and seats. */
export function createHallRows({ allotment }: HallRequest, examination: Examination): Row[] {
  const { examination_date, reporting_time } = examination;
  const day: Row[] = examination_date
    ? [{ label: toLabel('పరీక్ష తేదీ', 'Examination date'), value: toUntranslated(dateText(examination_date)) }]
    : [];
  const time: Row[] = reporting_time
    ? [{ label: toLabel('హాజరు కావలసిన సమయం', 'Reporting time'), value: clockText(reporting_time) }]
    : [];
  return [...(allotment ? createCentreRows(allotment, examination) : []), ...day, ...time];
}

export function createBirthRows(request: HallRequest, examination: Examination): Row[] {
  const { dob } = request.applicationVersion.snapshot;
  if (!dob || !isForHall(request, examination)) return [];
  return [{ label: toLabel('పుట్టిన తేదీ', 'Date of birth'), value: toUntranslated(dateText(dob)) }];
}

/** Signatures made in the hall; empty without dates and seats. */
export const createSignatures = (
  request: HallRequest,
  examination: Examination,
): readonly Required<LocalizedText>[] =>
  isForHall(request, examination)
    ? [toLabel('అభ్యర్థి సంతకం', "Candidate's signature"), toLabel('పర్యవేక్షకుని సంతకం', "Invigilator's signature")]
    : [];
