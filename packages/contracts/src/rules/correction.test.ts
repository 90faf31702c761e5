import { expect, test } from '@jest/globals';
import { findOpenFields, isCorrectable, isCorrectionOpen } from './correction.ts';

const listed = [
  { id: 'name', field: 'name' },
  { id: 'birth', field: 'birth_certificate' },
  { id: 'type', field: 'exam_type' },
  { id: 'district', field: 'district' },
];
const open = (...ids: string[]) => [
  ...findOpenFields(
    ids.map((id) => ({ id })),
    listed,
  ),
];

test('opens the fields that the reasons name, papers by their fields in the form', () => {
  expect(open('name', 'birth')).toEqual(['name', 'birthcertificate']);
});

test('opens what a change of a choice requires or removes', () => {
  expect(open('type')).toEqual(['exam_type', 'perviouscertificate', 'pasthallticket', 'markmemos']);
  expect(open('district')).toEqual(['district', 'mandal']);
});

test('opens nothing for a reason that the examination does not list', () => {
  expect(open('another')).toEqual([]);
});

test.each([
  ['name', true],
  ['birthcertificate', true],
  ['previous_certificate', true],
  ['number', false],
  ['amount', false],
  ['constructor', false],
])('lets a reason name %s: %s', (field, isAllowed) => {
  expect(isCorrectable(field)).toBe(isAllowed);
});

const decided = {
  payment_status: 'S',
  version: 2,
  scrutiny: { version: 2, verdict: 'correction', last_day: '2026-12-10' },
};
const lastMinute = new Date('2026-12-10T23:59:59+05:30');
const nextDay = new Date('2026-12-11T00:00:00+05:30');

test.each([
  ['until its last day ends in India', {}, lastMinute, true],
  ['no longer', {}, nextDay, false],
  ['without a last day', { scrutiny: { version: 2, verdict: 'correction' } }, nextDay, true],
  ['not of an earlier version', { version: 3 }, lastMinute, false],
  ['not while it is unpaid', { payment_status: 'F' }, lastMinute, false],
  [
    'not after another verdict',
    { scrutiny: { ...decided.scrutiny, verdict: 'accepted' } },
    lastMinute,
    false,
  ],
  ['not without a decision', { scrutiny: undefined }, lastMinute, false],
])('a correction is open: %s', (_when, changes, now, isOpen) => {
  expect(isCorrectionOpen({ ...decided, ...changes }, now)).toBe(isOpen);
});
