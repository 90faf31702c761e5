import { expect, test } from '@jest/globals';
import { toAttendanceCsv, toAttendanceFileName } from './attendance.ts';

test('writes roll number, day and time in India, and how the candidate was present', () => {
  const notes = [
    { roll_number: '24-101-0001', attendance: 'present' as const, at: Date.parse('2027-01-14T18:30:05Z') },
    { roll_number: '24-101-0002', attendance: 'paper' as const, at: Date.parse('2027-01-15T04:00:00Z') },
  ];
  expect(toAttendanceCsv(notes).split('\r\n')).toEqual([
    'roll_number,day,attendance,time',
    '24-101-0001,2027-01-15,present,00:00:05',
    '24-101-0002,2027-01-15,paper,09:30:00',
    '',
  ]);
  expect(toAttendanceFileName(Date.parse('2027-01-15T04:00:00Z'))).toBe('attendance-2027-01-15-0930.csv');
});
