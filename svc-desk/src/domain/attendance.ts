import {
  type AttendanceColumn,
  type AttendanceFault,
  type AttendanceState,
  attendanceState,
} from '@archaka/contracts';
import { type TableRow, toFault } from './table.ts';

export type AttendanceTableRow = TableRow<AttendanceColumn>;

/** An application with a seat. */
export interface SeatedCandidate {
  readonly applicationId: string;
  readonly rollNumber: string;
  readonly centreDistrictId: number;
  readonly isPaid: boolean;
}

/** What a row of a file says of a candidate. */
export interface NotedCandidate {
  readonly candidate: SeatedCandidate;
  readonly state: AttendanceState;
  readonly notedAt: Date;
}

/** The code of the hall in a roll number: year, hall, seat. */
export const toHall = (rollNumber: string): string => rollNumber.split('-')[1] ?? '';

/** ISO 8601, also of what spreadsheets in India make of it. */
const toDay = (cell: string): string => cell.replace(/^(\d\d)[-/](\d\d)[-/](\d{4})$/, '$3-$2-$1');

/** @param cell h:mm or h:mm:ss in India */
function toTime(day: string, cell: string): Date | undefined {
  if (!/^\d{1,2}:\d\d(:\d\d)?$/.test(cell)) return undefined;
  const time = new Date(`${day}T${cell.replace(/^\d:/, '0$&')}+05:30`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

interface AttendanceRules {
  /** Of the examination. */
  readonly day: string;
  /** Only candidates of these centre districts. */
  readonly districts?: readonly number[] | undefined;
  /** An earlier row has the same roll number. */
  readonly isRepeated: boolean;
}

/** What a row says, or what is wrong with it. */
export function checkAttendance(
  row: AttendanceTableRow,
  candidate: SeatedCandidate | undefined,
  { day, districts, isRepeated }: AttendanceRules,
): NotedCandidate | AttendanceFault {
  if (!row.isWhole) return toFault(row, 'attendance', 'wrong-columns');
  if (!candidate) return toFault(row, 'roll_number', 'unknown-roll-number');
  if (districts && !districts.includes(candidate.centreDistrictId))
    return toFault(row, 'roll_number', 'other-district');
  if (!candidate.isPaid) return toFault(row, 'roll_number', 'not-paid');
  if (isRepeated) return toFault(row, 'roll_number', 'repeated');
  if (toDay(row.day) !== day) return toFault(row, 'day', 'other-day');
  const state = attendanceState.safeParse(row.attendance.toLowerCase()).data;
  if (!state) return toFault(row, 'attendance', 'no-attendance');
  const notedAt = toTime(day, row.time);
  return notedAt ? { candidate, state, notedAt } : toFault(row, 'time', 'no-time');
}
