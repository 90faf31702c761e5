import { describe, expect, test } from '@jest/globals';
import { runChecks } from '../check.ts';
import type { Examination } from '../examination.ts';
import { maskIdentityNumber } from './identity-number.ts';
import { findIdentityPaper, identityPaperChecks } from './identity-paper.ts';

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
const findFields = (body: object, examination = listing) =>
  runChecks(identityPaperChecks, { ...body }, examination).map(({ field }) => field);

describe('another identity paper', () => {
  test.each(['ABC1234567', 'abc 1234567', ' ABC/1234-567 '])(
    'has one normal form when it is typed as %s',
    (typed) => {
      const body = { ...voterCard, identity_number: typed };
      expect(findFields(body)).toEqual([]);
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
    expect(findFields(body)).toEqual([field]);
    expect(findIdentityPaper(body, listing)).toBeUndefined();
  });

  test.each([
    ['the examination has no list', voterCard, {} as Examination],
    ['an Aadhaar number is given', { ...voterCard, aadhar: '123412341234' }, listing],
    ['no kind is chosen', { aadhar: '', identity_number: 'ABC1234567' }, listing],
  ])('is ignored when %s', (_when, body, examination) => {
    expect(findFields(body, examination)).toEqual([]);
    expect(findIdentityPaper(body, examination)).toBeUndefined();
  });

  test('shows four characters of its masked number', () => {
    expect(maskIdentityNumber('ABC1234567')).toBe('**** 4567');
  });
});
