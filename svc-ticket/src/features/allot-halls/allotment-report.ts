import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Examination } from '@archaka/contracts';
import { createFolder } from '@archaka/service-kit/command-line';
import { stringify } from 'csv-stringify/sync';
import type { UnplacedReason } from '../../domain/allot-seats.ts';
import { findCentreOf } from '../../domain/allotment.ts';
import { toExamMode, toExamType, toPrintable } from '../../domain/ticket-content.ts';
import { lockFolder } from '../make-hall-pack/pack-folder.ts';
import type { DistrictResult, HallCandidate } from './allot-district.ts';

const BYTE_ORDER_MARK = '\uFEFF';

const reasonTexts: Readonly<Record<UnplacedReason, string>> = {
  'no-centre': 'no centre serves the district',
  'no-suitable-centre': 'no centre of the district has the facilities that the candidate needs',
  full: 'all centres of the district are full',
  'suitable-full': 'the centres with the facilities that the candidate needs are full',
};

const PERSON_COLUMNS = ['application_id', 'name', 'exam_type', 'regular_or_compartmental', 'needs'];
const SEAT_COLUMNS = ['roll_number', 'centre_code', 'centre', 'seat', 'district'];

const COLUMNS = {
  'seats.csv': [...SEAT_COLUMNS, ...PERSON_COLUMNS, 'status', 'remark'],
  'unplaced.csv': ['district', ...PERSON_COLUMNS, 'reason'],
  'centres.csv': ['code', 'name', 'district', 'accessible', 'scribes', 'capacity', 'given', 'new', 'free'],
};
type ReportFile = keyof typeof COLUMNS;
const REPORT_FILES = Object.keys(COLUMNS) as ReportFile[];

const countSeats = ({ district, seats }: DistrictResult, { centres = [] }: Pick<Examination, 'centres'>) =>
  centres
    .filter((centre) => centre.district === district)
    .map((centre) => {
      const own = seats.filter(({ allotment }) => allotment.centre === centre.code);
      const added = own.filter(({ status }) => status === 'new').length;
      return { centre, given: own.length, added, free: Math.max(0, centre.capacity - own.length) };
    });

const describeNeeds = ({ accessible, scribes }: HallCandidate['needs']): string =>
  [...(accessible ? ['accessible'] : []), ...(scribes ? ['scribe of the department'] : [])].join(', ');

const toPersonFields = (candidate: HallCandidate | undefined, examination: Examination) =>
  candidate && {
    name: toPrintable(candidate.name),
    exam_type: toExamType(candidate.exam_type, examination).en,
    regular_or_compartmental: toExamMode(candidate.exam_regular).en,
    needs: describeNeeds(candidate.needs),
  };

function toRows(result: DistrictResult, examination: Examination): Record<ReportFile, object[]> {
  const { district, seats, unplaced } = result;
  return {
    'seats.csv': seats.map(({ allotment, candidate, status, remark }) => ({
      ...toPersonFields(candidate, examination),
      ...allotment,
      centre_code: allotment.centre,
      centre: findCentreOf(allotment, examination)?.name,
      status,
      remark,
    })),
    'unplaced.csv': unplaced.map(({ candidate, reason }) => ({
      ...toPersonFields(candidate, examination),
      district,
      application_id: candidate.application_id,
      reason: reasonTexts[reason],
    })),
    'centres.csv': countSeats(result, examination).map(({ centre, given, added, free }) => ({
      ...centre,
      accessible: centre.accessible ? 'yes' : 'no',
      scribes: centre.scribes ? 'yes' : 'no',
      given,
      new: added,
      free,
    })),
  };
}

/** Writes spreadsheet tables into the folder. @throws CommandError while another run writes there */
export async function openAllotmentReport(folder: string, examination: Examination) {
  createFolder(folder);
  const close = await lockFolder(folder);
  const toPart = (name: ReportFile) => join(folder, `${name}.part`);
  for (const name of REPORT_FILES)
    await writeFile(toPart(name), BYTE_ORDER_MARK + stringify([COLUMNS[name]]));

  return {
    async add(result: DistrictResult): Promise<void> {
      const rows = toRows(result, examination);
      for (const name of REPORT_FILES)
        await appendFile(
          toPart(name),
          stringify(rows[name], { columns: COLUMNS[name], escape_formulas: true }),
        );
    },
    /** Replaces the files of an earlier run. */
    async finish(): Promise<void> {
      for (const name of REPORT_FILES) await rename(toPart(name), join(folder, name));
    },
    close,
  };
}

/** Counts of a run, without names. */
export class AllotmentSummary {
  readonly #examination: Pick<Examination, 'centres'>;
  readonly #lines: string[] = [];
  #given = 0;
  #before = 0;
  #reissued = 0;
  #unplaced = 0;
  #remarks = 0;

  constructor(examination: Pick<Examination, 'centres'>) {
    this.#examination = examination;
  }

  add(result: DistrictResult): void {
    const { district, seats, unplaced, reissuedTickets } = result;
    this.#lines.push(district);
    for (const { centre, given, added, free } of countSeats(result, this.#examination))
      this.#lines.push(
        `  ${centre.code} ${centre.name}: ${given} seats allotted, ${added} of them now, ${free} free`,
      );
    for (const [reason, group] of Map.groupBy(unplaced, (each) => each.reason))
      this.#lines.push(`  ${group.length} without a seat: ${reasonTexts[reason]}`);
    const added = seats.filter(({ status }) => status === 'new').length;
    this.#given += added;
    this.#before += seats.length - added;
    this.#reissued += reissuedTickets;
    this.#unplaced += unplaced.length;
    this.#remarks += seats.filter(({ remark }) => remark !== undefined).length;
  }

  /** Every candidate has a seat, and no seat has a remark. */
  isComplete(): boolean {
    return this.#unplaced === 0 && this.#remarks === 0;
  }

  toLines(): string[] {
    return [
      ...this.#lines,
      `Seats allotted now ${this.#given}, before ${this.#before}, without a seat ${this.#unplaced}.`,
      `Tickets reissued: ${this.#reissued}.`,
      ...(this.#remarks > 0 ? [`Seats to check: ${this.#remarks}, see the remarks in seats.csv.`] : []),
    ];
  }
}
