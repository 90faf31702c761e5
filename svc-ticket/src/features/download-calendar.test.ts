import { expect, test } from '@jest/globals';
import { buildAllotment, buildCentre } from '../domain/testing/builders.ts';
import { createCalendarFile } from './download-calendar.ts';
import { examination } from './make-hall-pack/testing/builders.ts';

const options = {
  applicationId: 'ARC24-00000000',
  allotment: undefined,
  portalOrigin: 'https://exams.example.in',
};
const dated = { ...examination, examination_date: '2027-01-15' };
/** Long lines are folded (RFC 5545, 3.1). */
const readLines = (file = '') => file.replaceAll('\r\n ', '').split('\r\n');

test('is undefined while the date is unknown', () => {
  expect(createCalendarFile(examination, options)).toBeUndefined();
});

test('is an all-day event without a time, with a reminder a day before', () => {
  const lines = readLines(createCalendarFile(dated, options));
  expect(lines).toContain('DTSTART;VALUE=DATE:20270115');
  expect(lines).toContain('TRIGGER:-P1D');
  expect(lines.filter((line) => line.startsWith('LOCATION'))).toEqual([]);
});

test('names the Aadhaar card unless the examination accepts other papers', () => {
  const paper = { kind: 'passport', name: 'P', name_te: 'P', pattern: '.*', example: 'A1234567' };
  const describe = (facts: typeof dated) =>
    readLines(createCalendarFile(facts, options)).find((line) => line.startsWith('DESCRIPTION'));
  expect(describe(dated)).toContain('your original Aadhaar card');
  expect(describe({ ...dated, identity_papers: [paper] })).toContain('your original identity paper');
});

test("has the ticket's time and centre, and a new date replaces the event", () => {
  const file = createCalendarFile(
    { ...dated, reporting_time: '08:30', centres: [buildCentre()] },
    { ...options, allotment: buildAllotment() },
  );
  const lines = readLines(file);
  expect(lines).toContain('DTSTART:20270115T030000Z');
  expect(lines).toContain('UID:ARC24-00000000@exams.example.in');
  expect(lines).toContain(
    'LOCATION:హిందూ కళాశాల\\, మెయిన్ రోడ్\\, అనకాపల్లి 531001 / Hindu College\\, Main Road\\, Anakapalli 531001',
  );
  expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toContain('Roll number: 24-101-0001');
});
