import {
  type AttendanceReport,
  type AttendanceUpload,
  attendanceColumn,
  getAttendance,
  type StaffMember,
  uploadAttendance,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, invalid, ok } from '@archaka/service-kit';
import {
  type AttendanceTableRow,
  checkAttendance,
  type NotedCandidate,
  type SeatedCandidate,
} from '../../domain/attendance.ts';
import { SHOWN_FAULTS } from '../../domain/table.ts';
import type { Dependencies } from '../dependencies.ts';
import { readTable } from '../read-table.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { createSingleTask, FILE_RETRY_S } from '../single-task.ts';

const SHOWN_DIFFERENCES = 100;
/** More than the seats of a hall. */
const MAX_ROWS = 10_000;
/** Candidates that are looked up together. */
const PAGE = 1000;

async function describeAttendance(
  { caseCounts, attendance, staff, examination }: Dependencies,
  { districts }: StaffMember,
): Promise<AttendanceReport> {
  const { examine_year: year, centres = [] } = examination;
  const [halls, uploads, { rows, total }] = await Promise.all([
    caseCounts.countByHall(year, districts),
    attendance.findUploads(year),
    attendance.listDifferences(year, { districts, limit: SHOWN_DIFFERENCES }),
  ]);
  const noted = rows.flatMap(({ _id, roll_number, entries }) => {
    const entry = entries.at(-1);
    return entry ? [{ application_id: _id, roll_number, ...entry }] : [];
  });
  const nameOf = await staff.findNames(noted.map(({ staff_id }) => staff_id));
  return {
    halls: halls.map((hall) => {
      const centre = centres.find(({ code }) => code === hall.hall);
      const uploadedAt = uploads.get(hall.hall);
      return {
        ...hall,
        ...(centre && { name: centre.name, name_te: centre.name_te }),
        ...(uploadedAt && { uploaded_at: uploadedAt.toISOString() }),
      };
    }),
    differences: noted.map(({ at: _at, staff_id, noted_at, ...difference }) => ({
      ...difference,
      noted_at: noted_at.toISOString(),
      by: nameOf(staff_id),
    })),
    difference_count: total,
  };
}

async function findCandidates(
  { cases, examination }: Dependencies,
  rows: readonly AttendanceTableRow[],
): Promise<ReadonlyMap<string, SeatedCandidate>> {
  const candidates = new Map<string, SeatedCandidate>();
  for (let start = 0; start < rows.length; start += PAGE) {
    const rollNumbers = rows.slice(start, start + PAGE).map(({ roll_number }) => roll_number.toUpperCase());
    for (const row of await cases.listByRollNumbers(examination.examine_year, rollNumbers)) {
      const rollNumber = row.roll_number ?? '';
      candidates.set(rollNumber, {
        applicationId: row._id,
        rollNumber,
        centreDistrictId: row.centre_district_id,
        isPaid: row.payment_status === 'S',
      });
    }
  }
  return candidates;
}

interface HallFile {
  readonly hall: string;
  readonly day: string;
  readonly setsAside: boolean;
  readonly member: StaffMember;
}

/** Stores nothing while a row has a fault that is not set aside. */
async function storeAttendance(
  deps: Dependencies,
  rows: readonly AttendanceTableRow[],
  { hall, day, setsAside, member }: HallFile,
): Promise<AttendanceUpload> {
  const { db, attendance, audit, examination } = deps;
  const candidates = await findCandidates(deps, rows);
  const seen = new Set<string>();
  const checked = rows.map((row) => {
    const rollNumber = row.roll_number.toUpperCase();
    const isRepeated = seen.has(rollNumber);
    seen.add(rollNumber);
    return checkAttendance(row, candidates.get(rollNumber), { day, districts: member.districts, isRepeated });
  });
  const faults = checked.filter((each) => 'reason' in each);
  const noted = checked.filter((each): each is NotedCandidate => !('reason' in each));
  const upload = { rows: rows.length, faults: faults.slice(0, SHOWN_FAULTS), fault_count: faults.length };
  const isStored = faults.length === 0 || setsAside;
  const changed = await db.transaction(async () => {
    const file = { examineYear: examination.examine_year, hall, staffId: member.id };
    const added = isStored ? await attendance.add(noted, file) : 0;
    await audit.record({
      action: 'attendance.uploaded',
      actor: toActor(member.id),
      detail: { hall, rows: rows.length, faults: faults.length, changed: added },
    });
    return added;
  });
  return { ...upload, changed, is_stored: isStored };
}

export function createAttendanceHandlers(deps: Dependencies): CallHandler[] {
  const { caseCounts, audit, examination } = deps;
  const runSingle = createSingleTask(FILE_RETRY_S);
  return [
    handleCall(getAttendance, {
      handle: async ({ staff: member }) => {
        await audit.record({ action: 'attendance.read', actor: toActor(member.id) });
        return ok({ data: [await describeAttendance(deps, member)] });
      },
    }),
    handleCall(uploadAttendance, {
      handle: async ({ body: { hall, file, sets_aside: setsAside }, staff: member }) => {
        const { examine_year: year, examination_date: day } = examination;
        if (!day) return businessError(421);
        if (!(await caseCounts.hasHall(year, hall, member.districts)))
          throw invalid([{ field: 'hall', message: 'No candidate of your districts has a seat there' }]);
        return runSingle(async () => {
          const rows = await readTable(Buffer.from(file, 'base64'), attendanceColumn.options);
          if (!rows || rows.length > MAX_ROWS) return businessError(420);
          return ok({ data: [await storeAttendance(deps, rows, { hall, day, setsAside, member })] });
        });
      },
    }),
  ];
}
