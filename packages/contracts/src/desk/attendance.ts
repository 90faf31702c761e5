import * as z from 'zod';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';
import { outcome } from '../outcome.ts';
import * as calls from './calls.ts';
import { tableFault } from './results.ts';

/** `paper`: present, without a ticket that the scanner reads; `absent` corrects a wrong entry. */
export const attendanceState = z.enum(['present', 'paper', 'absent']);
export type AttendanceState = z.infer<typeof attendanceState>;

/** Of one candidate, as a file of a hall says it. */
export const attendanceEntry = z.object({
  state: attendanceState,
  /** Code of the hall. */
  hall: z.string(),
  /** When it was noted in the hall. */
  noted_at: instant,
  /** Who uploaded the file, and when. */
  by: z.string(),
  at: instant,
});
export type AttendanceEntry = z.infer<typeof attendanceEntry>;

export const caseAttendance = z.object({
  /** Also `absent` without an entry, once a file of the candidate's hall was uploaded. */
  state: attendanceState,
  /** Newest first. */
  entries: z.array(attendanceEntry),
});
export type CaseAttendance = z.infer<typeof caseAttendance>;

export const attendanceColumn = z.enum(['roll_number', 'day', 'attendance', 'time']);
export type AttendanceColumn = z.infer<typeof attendanceColumn>;

const attendanceFaultReason = z.enum([
  'wrong-columns',
  'unknown-roll-number',
  'other-district',
  'not-paid',
  'repeated',
  'other-day',
  'no-attendance',
  'no-time',
]);
export type AttendanceFaultReason = z.infer<typeof attendanceFaultReason>;

export const attendanceFault = tableFault(attendanceColumn, attendanceFaultReason);
export type AttendanceFault = z.infer<typeof attendanceFault>;

const count = z.int();

/** Paid candidates with a seat, wherever they were present. */
export const hallAttendance = z.object({
  /** In the roll numbers of its candidates. */
  hall: z.string(),
  /** Absent when the examination file does not list the hall. */
  name: z.string().optional(),
  name_te: z.string().optional(),
  seated: count,
  present: count,
  paper: count,
  /** When its last file was uploaded; without one its candidates are not absent. */
  uploaded_at: instant.optional(),
});
export type HallAttendance = z.infer<typeof hallAttendance>;

/** Present in another hall than that of the seat. */
export const attendanceDifference = attendanceEntry.omit({ at: true }).extend({
  application_id: z.string(),
  roll_number: z.string(),
});
export type AttendanceDifference = z.infer<typeof attendanceDifference>;

export const attendanceReport = z.object({
  halls: z.array(hallAttendance),
  /** The first 100. */
  differences: z.array(attendanceDifference),
  difference_count: count,
});
export type AttendanceReport = z.infer<typeof attendanceReport>;

/** Of the current examination. */
export const getAttendance = defineCall({
  ...calls.getAttendance,
  request: z.object({}),
  response: outcome({ data: attendanceReport }),
});

export const attendanceUpload = z.object({
  rows: count,
  /** Candidates whose attendance the file changed. */
  changed: count,
  /** Nothing is stored while there are some, unless their rows are set aside; the first 100. */
  faults: z.array(attendanceFault),
  fault_count: count,
  is_stored: z.boolean(),
});
export type AttendanceUpload = z.infer<typeof attendanceUpload>;

export const uploadAttendance = defineCall({
  ...calls.uploadAttendance,
  /**
   * Base64 of the CSV file of a scanner with the columns roll_number, day, attendance (present, paper or absent) and time,
   * both in India; of at most 10,000 rows.
   */
  request: z.object({
    hall: z.string().regex(/^[A-Z0-9]{2,6}$/),
    file: z.base64(),
    sets_aside: z.boolean(),
  }),
  carriesFiles: true,
  response: outcome({
    data: attendanceUpload,
    420: 'The file is not a table with the columns roll_number, day, attendance and time, or has too many rows',
    421: 'The examination file does not name the day of the examination',
  }),
});

export const attendanceCalls = [getAttendance, uploadAttendance] as const;
