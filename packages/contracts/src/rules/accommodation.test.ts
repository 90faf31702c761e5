import { describe, expect, test } from '@jest/globals';
import { accommodation } from '../application/accommodation.ts';
import { runChecks } from '../check.ts';
import type { Examination } from '../examination.ts';
import { accommodationChecks, getCompensatoryMinutes } from './accommodation.ts';

const certificate = [{ document_id: 'c1', filetype: 'pdf' }];
const findFields = (body: object) =>
  runChecks(accommodationChecks, { ...body }, {} as Examination).map(({ field }) => field);

describe('scribe and extra time', () => {
  test.each([
    ['nothing', {}],
    ['null', { accommodation: null }],
    ['no scribe and no time', { accommodation: { scribe: 'none', compensatory_time: false } }],
    ['something that is none', { accommodation: 'own' }],
  ])('need no certificate when %s is requested', (_what, body) => {
    expect(findFields(body)).toEqual([]);
  });

  test.each([
    ['an own scribe', { scribe: 'own', compensatory_time: false }],
    ['a scribe of the department', { scribe: 'department', compensatory_time: false }],
    ['extra time alone', { scribe: 'none', compensatory_time: true }],
  ])('need a certificate when %s is requested', (_what, requested) => {
    expect(findFields({ accommodation: requested })).toEqual(['accommodationcertificate']);
    expect(findFields({ accommodation: requested, accommodationcertificate: [] })).toEqual([
      'accommodationcertificate',
    ]);
    expect(findFields({ accommodation: requested, accommodationcertificate: certificate })).toEqual([]);
  });

  test("are rejected with a message when an answer is not one of the form's", () => {
    const { error } = accommodation.safeParse({ scribe: 'a friend', compensatory_time: 'yes' });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Choose whether you need a scribe',
      'Choose whether you need extra time',
    ]);
  });

  test('give 20 minutes an hour unless the examination file differs', () => {
    expect(getCompensatoryMinutes({})).toBe(20);
    expect(getCompensatoryMinutes({ compensatory_minutes_per_hour: 30 })).toBe(30);
  });
});
