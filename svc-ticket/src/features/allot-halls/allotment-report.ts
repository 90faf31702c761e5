import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Examination, ExaminationCentre } from '@archaka/contracts';
import { createFolder } from '@archaka/service-kit/command-line';
import { stringify } from 'csv-stringify/sync';
import type { UnplacedReason } from '../../domain/allot-seats.ts';
import { toExamMode, toExamType } from '../../domain/exam-labels.ts';
import { toPrintable } from '../../domain/to-printable.ts';
import { lockFolder } from '../make-hall-pack/lock-folder.ts';
import type { DistrictResult, GivenSeat, UnplacedCandidate } from './allot-district.ts';
import { describeNeeds, type HallCandidate } from './hall-candidates.ts';

/** Readable by the owner only: a report holds names. */
const BYTE_ORDER_MARK = '\uFEFF';

export const reasonTexts: Readonly<Record<UnplacedReason, string>> = {
  'no-centre': 'no centre serves the district',
  'no-suitable-centre': 'no centre of the district has the facilities that the candidate needs',
  full: 'all centres of the district are full',
  'suitable-full': 'the centres with the facilities that the candidate needs are full',
};

const PERSON_COLUMNS = ['application_id', 'name', 'exam_type', 'regular_or_compartmental', 'needs'];

const COLUMNS = {
  'seats.csv': [
    'roll_number',
    'centre_code',
    'centre',
    'seat',
    'district',
    ...PERSON_COLUMNS,
    'status',
    'remark',
  ],
  'unplaced.csv': ['district', ...PERSON_COLUMNS, 'reason'],
  'centres.csv': ['code', 'name', 'district', 'accessible', 'scribes', 'capacity', 'given', 'new', 'free'],
} as const;
type ReportFile = keyof typeof COLUMNS;
const REPORT_FILES = Object.keys(COLUMNS) as ReportFile[];

export interface CentreCount {
  readonly centre: ExaminationCentre;
  readonly given: number;
  readonly added: number;
  readonly free: number;
}

export const countSeats = (
  { district, seats }: DistrictResult,
  { centres = [] }: Pick<Examination, 'centres'>,
): CentreCount[] =>
  centres
    .filter((centre) => centre.district === district)
    .map((centre) => {
      const own = seats.filter(({ allotment }) => allotment.centre === centre.code);
      const added = own.filter(({ status }) => status === 'new').length;
      return { centre, given: own.length, added, free: Math.max(0, centre.capacity - own.length) };
    });

const toPersonFields = (candidate: HallCandidate | undefined, examination: Examination) =>
  candidate && {
    name: toPrintable(candidate.name),
    exam_type: toExamType(candidate.exam_type, examination).en,
    regular_or_compartmental: toExamMode(candidate.exam_regular).en,
    needs: describeNeeds(candidate.needs),
  };

const toSeatRow = ({ allotment, candidate, status, remark }: GivenSeat, examination: Examination) => ({
  ...toPersonFields(candidate, examination),
  application_id: allotment.application_id,
  roll_number: allotment.roll_number,
  centre_code: allotment.centre,
  centre: examination.centres?.find(({ code }) => code === allotment.centre)?.name,
  seat: allotment.seat,
  district: allotment.district,
  status,
  remark,
});

const toUnplacedRow = (
  { candidate, reason }: UnplacedCandidate,
  district: string,
  examination: Examination,
) => ({
  ...toPersonFields(candidate, examination),
  district,
  application_id: candidate.application_id,
  reason: reasonTexts[reason],
});

const toCentreRow = ({ centre, given, added, free }: CentreCount) => ({
  code: centre.code,
  name: centre.name,
  district: centre.district,
  accessible: centre.accessible ? 'yes' : 'no',
  scribes: centre.scribes ? 'yes' : 'no',
  capacity: centre.capacity,
  given,
  new: added,
  free,
});

export interface AllotmentReport {
  add(result: DistrictResult): Promise<void>;
  /** Replaces the files of an earlier run. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Writes spreadsheet tables into the folder. @throws CommandError while another run writes there */
export async function openAllotmentReport(
  folder: string,
  examination: Examination,
): Promise<AllotmentReport> {
  createFolder(folder);
  const close = await lockFolder(folder);
  const toPart = (name: ReportFile) => join(folder, `${name}.part`);
  const append = (name: ReportFile, rows: readonly object[]) =>
    appendFile(toPart(name), stringify([...rows], { columns: [...COLUMNS[name]], escape_formulas: true }));
  for (const name of REPORT_FILES) {
    await writeFile(toPart(name), BYTE_ORDER_MARK + stringify([[...COLUMNS[name]]]));
  }

  return {
    async add(result) {
      const { district, seats, unplaced } = result;
      await append(
        'seats.csv',
        seats.map((seat) => toSeatRow(seat, examination)),
      );
      await append(
        'unplaced.csv',
        unplaced.map((each) => toUnplacedRow(each, district, examination)),
      );
      await append('centres.csv', countSeats(result, examination).map(toCentreRow));
    },
    async finish() {
      for (const name of REPORT_FILES) await rename(toPart(name), join(folder, name));
    },
    close,
  };
}
