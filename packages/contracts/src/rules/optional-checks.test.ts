import { describe, expect, test } from '@jest/globals';
import { runChecks } from '../check.ts';
import type { Examination } from '../examination.ts';
import { accommodation } from '../fields.ts';
import {
  accommodationChecks,
  findIdentityPaper,
  getCompensatoryMinutes,
  identityPaperChecks,
  maskIdentityNumber,
} from './optional-checks.ts';

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

const identity_papers = [
  {
    kind: 'voter-card',
    name: 'Voter card',
    name_te: 'ఓటరు కార్డు',
    pattern: '[A-Z]{3}\\d{7}',
    example: 'ABC1234567',
  },
  { kind: 'passport', name: 'Passport', name_te: 'పాస్‌పోర్టు', pattern: '[A-Z]\\d{7}', example: 'A1234567' },
];
const listing = { identity_papers } as Examination;
const voterCard = { aadhar: '', identity_kind: 'voter-card', identity_number: 'ABC1234567' };
const findPaperFields = (body: object, examination = listing) =>
  runChecks(identityPaperChecks, { ...body }, examination).map(({ field }) => field);

describe('another identity paper', () => {
  test.each(['ABC1234567', 'abc 1234567', ' ABC/1234-567 '])(
    'has one normal form when it is typed as %s',
    (typed) => {
      const body = { ...voterCard, identity_number: typed };
      expect(findPaperFields(body)).toEqual([]);
      expect(findIdentityPaper(body, listing)).toMatchObject({ kind: 'voter-card', number: 'ABC1234567' });
    },
  );

  test.each([
    ['its kind is not listed', { identity_kind: 'ration-card' }, 'identity_kind'],
    ['its number is missing', { identity_number: undefined }, 'identity_number'],
    ['its number is that of another kind', { identity_number: 'A1234567' }, 'identity_number'],
    ['more follows its number', { identity_number: 'ABC12345678' }, 'identity_number'],
    ['its number is no text', { identity_number: ['ABC1234567'] }, 'identity_number'],
  ])('is rejected when %s', (_when, change, field) => {
    const body = { ...voterCard, ...change };
    expect(findPaperFields(body)).toEqual([field]);
    expect(findIdentityPaper(body, listing)).toBeUndefined();
  });

  test.each([
    ['the examination has no list', voterCard, {} as Examination],
    ['an Aadhaar number is given', { ...voterCard, aadhar: '123412341234' }, listing],
    ['no kind is chosen', { aadhar: '', identity_number: 'ABC1234567' }, listing],
  ])('is ignored when %s', (_when, body, examination) => {
    expect(findPaperFields(body, examination)).toEqual([]);
    expect(findIdentityPaper(body, examination)).toBeUndefined();
  });

  test('shows four characters of its masked number', () => {
    expect(maskIdentityNumber('ABC1234567')).toBe('**** 4567');
  });
});
