import { expect, test } from '@jest/globals';
import { type AttendanceTableRow, checkAttendance } from './attendance.ts';

const row: AttendanceTableRow = {
  row: 2,
  isWhole: true,
  roll_number: '24-101-0001',
  day: '2027-01-15',
  attendance: 'present',
  time: '09:12:31',
};
const candidate = { applicationId: 'A', rollNumber: '24-101-0001', centreDistrictId: 7, isPaid: true };
const rules = { day: '2027-01-15', isRepeated: false };

test.each([
  ['a scanner writes it', {}, 'present', '2027-01-15T03:42:31.000Z'],
  [
    'a spreadsheet in India does',
    { day: '15-01-2027', attendance: 'ABSENT', time: '9:12' },
    'absent',
    '2027-01-15T03:42:00.000Z',
  ],
  ['one with slashes does', { day: '15/01/2027', attendance: 'Paper' }, 'paper', '2027-01-15T03:42:31.000Z'],
])('reads a row as %s', (_what, cells, state, notedAt) => {
  const checked = checkAttendance({ ...row, ...cells }, candidate, rules);
  expect(checked).toEqual({ candidate, state, notedAt: new Date(notedAt) });
});

test.each([
  ['with a missing column', { isWhole: false }, {}, ['attendance', 'wrong-columns', 'present']],
  ['of another day', { day: '2027-01-14' }, {}, ['day', 'other-day', '2027-01-14']],
  ['with another word', { attendance: 'yes' }, {}, ['attendance', 'no-attendance', 'yes']],
  ['with no time', { time: '25:00' }, {}, ['time', 'no-time', '25:00']],
  ['of a repeated number', {}, { isRepeated: true }, ['roll_number', 'repeated', '24-101-0001']],
  ['of another district', {}, { districts: [8] }, ['roll_number', 'other-district', '24-101-0001']],
])('says column and reason for a row %s', (_what, cells, changes, [column, reason, value]) => {
  const checked = checkAttendance({ ...row, ...cells }, candidate, { ...rules, ...changes });
  expect(checked).toEqual({ row: 2, column, reason, value });
});

test('says that a number is unknown, or its candidate has not paid', () => {
  expect(checkAttendance(row, undefined, rules)).toMatchObject({ reason: 'unknown-roll-number' });
  expect(checkAttendance(row, { ...candidate, isPaid: false }, rules)).toMatchObject({ reason: 'not-paid' });
});
