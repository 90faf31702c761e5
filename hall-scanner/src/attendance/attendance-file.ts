import { type AttendanceState, toIndianIso } from '@archaka/contracts/calls';

export interface AttendanceNote {
  readonly roll_number: string;
  readonly attendance: Exclude<AttendanceState, 'absent'>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Day and time in India, ISO 8601. */
function toIndianTime(at: number): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = toIndianIso(at).split('T');
  return { day, time: time.slice(0, 8) };
}

/** CSV as the desk reads it; without names. */
export const toAttendanceCsv = (notes: readonly AttendanceNote[]): string =>
  [
    'roll_number,day,attendance,time',
    ...notes.map(({ roll_number, attendance, at }) => {
      const { day, time } = toIndianTime(at);
      return [roll_number, day, attendance, time].join();
    }),
    '',
  ].join('\r\n');

/** @param now milliseconds since 1970 */
export function toAttendanceFileName(now: number): string {
  const { day, time } = toIndianTime(now);
  return `attendance-${day}-${time.slice(0, 5).replace(':', '')}.csv`;
}
