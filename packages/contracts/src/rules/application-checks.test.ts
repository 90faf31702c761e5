import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { runChecks } from '../check.ts';
import { examinationSchema } from '../examination-file.ts';
import { applicationChecks, updateChecks } from './application-checks.ts';

const examination = examinationSchema.parse(
  JSON.parse(readFileSync(new URL('../../../../exams/2024.json', import.meta.url), 'utf8')),
);
const file = [{ document_id: 'd1', filetype: 'pdf' }];
const regular = {
  number: '9876543210',
  aadhar: '123412341234',
  name: 'శ్రీనివాస శర్మ',
  father_name: 'R',
  dob: '1990-02-28',
  birthcertificate: file,
  postal_address: '1-2-3, Temple Street\nTirupati',
  district: 'Tirupati',
  district_id: '23',
  mandal: 'Tirupati Urban',
  mandal_id: 600,
  exam_type: 1,
  exam_regular: '1',
  centre_district: 'Tirupati',
  centre_district_id: 23,
  agamamu: 'వైఖానస',
  image: file,
};
const findErrors = (body: object, checks = applicationChecks) => runChecks(checks, { ...body }, examination);
const listMessages = (change: object, checks = applicationChecks) =>
  findErrors({ ...regular, ...change }, checks).map(({ message }) => message);

describe('the 18 ordered checks', () => {
  test('accept a complete regular Pravesa form [S-5.28]', () => {
    expect(listMessages({})).toEqual([]);
  });

  test.each([undefined, null, '', []])(
    'report every independent check of a form of %j in the order of the specification [S-5.2] [S-5.5] [S-5.7] [S-5.9] [S-5.10] [S-5.11] [S-5.13] [S-5.14] [S-5.15] [S-5.16] [S-5.18] [S-5.21] [S-5.25] [S-5.26] [S-5.27] [S-5.28]',
    (empty) => {
      const form = Object.fromEntries(Object.keys(regular).map((field) => [field, empty]));
      expect(findErrors(form).map(({ message }) => message)).toEqual([
        'Please Enter Number',
        'Please Enter Aadhar',
        'Please Enter name',
        'Please Enter Father Name',
        'Select Date of Birth',
        'Please Upload Birth Certificate',
        'Please Enter Postal Address',
        'Select the District',
        'Select the Mandal',
        'Select the Exam Type',
        'Select the Regular or Compentment',
        'Select the Centre district',
        'Select the Agamamu',
        'Please upload Your photo',
      ]);
    },
  );

  test('need no Aadhaar number beside another identity paper when the examination has a list of them', () => {
    const body = { ...regular, aadhar: '', identity_kind: 'passport' };
    const pattern = { kind: 'passport', name: 'P', name_te: 'P', pattern: '.*', example: 'A1234567' };
    expect(runChecks(applicationChecks, body, { ...examination, identity_papers: [pattern] })).toEqual([]);
    expect(findErrors(body)).toEqual([{ field: 'aadhar', message: 'Please Enter Aadhar' }]);
  });

  test.each([
    ['a number of nine digits [S-5.6] [S-9.3]', { number: '987654321' }, 'Please Enter the valid Number'],
    ['a number with a letter', { number: '98765a3210' }, 'Please Enter the valid Number'],
    ['a number in Telugu digits', { number: '౯౮౭౬౫౪౩౨౧౦' }, 'Please Enter the valid Number'],
    [
      'an Aadhaar of eleven digits [S-5.8] [S-9.5]',
      { aadhar: '12341234123' },
      'Please Enter the valid Aadhar',
    ],
    ['an Aadhaar with spaces', { aadhar: '1234 1234 1234' }, 'Please Enter the valid Aadhar'],
    ['a name of 201 characters', { name: 'అ'.repeat(201) }, 'Please Enter name'],
    [
      'an address of 10,000 characters',
      { postal_address: 'అ'.repeat(10_000) },
      'Please Enter Postal Address',
    ],
    ['an address of half a character', { postal_address: '\ud83d' }, 'Please Enter Postal Address'],
    ['a name with a control character', { name: 'a\u0007b' }, 'Please Enter name'],
    ['a date that does not exist [S-5.12]', { dob: '2001-02-29' }, 'Select Date of Birth'],
    ['an exam type that does not exist', { exam_type: 4 }, 'Select the Exam Type'],
    ['an agama in English', { agamamu: 'Vaikhanasa' }, 'Select the Agamamu'],
    ['a mandal without its id', { mandal_id: '' }, 'Select the Mandal'],
    ['an object for a name', { name: { $gt: '' } }, 'Please Enter name'],
  ])('reject %s', (_case, change, message) => {
    expect(listMessages(change)).toEqual([message]);
  });

  test.each([
    ['a name of 200 characters', { name: 'అ'.repeat(200) }],
    ['a name with zero-width joiners', { name: 'క్\u200cష' }],
    ['a number as a JSON number', { number: 9876543210 }],
  ])('accept %s', (_case, change) => {
    expect(listMessages(change)).toEqual([]);
  });

  test('accept the latest date of birth, and reject the day after it [S-3.4] [S-9.8]', () => {
    expect(listMessages({ dob: '2024-06-10' })).toEqual([]);
    expect(listMessages({ dob: '2024-06-11' })).toEqual(['Select Date of Birth']);
  });

  test('require the previous certificate for Vara and Pravara [S-5.19]', () => {
    expect(listMessages({ exam_type: 2 })).toEqual(['Upload the Pervious Certificate']);
    expect(listMessages({ exam_type: '3' })).toEqual(['Upload the Pervious Certificate']);
    expect(listMessages({ exam_type: 3, perviouscertificate: file })).toEqual([]);
  });

  test('end the message for exam type 2 in " ." in the update form only [S-5.20]', () => {
    expect(listMessages({ exam_type: 2 }, updateChecks)).toEqual(['Upload the Pervious Certificate .']);
    expect(listMessages({ exam_type: 3 }, updateChecks)).toEqual(['Upload the Pervious Certificate']);
  });

  test('require hall ticket, marks memo and a part from compartmental applicants, in this order [S-5.22] [S-5.23] [S-5.24]', () => {
    expect(listMessages({ exam_regular: 2 })).toEqual([
      'Please Enter Postal Hall Ticket',
      'Upload the Marks Memos Certificate',
      'Select the Language',
    ]);
    const language = JSON.stringify([{ language_id: '1', language: 'Sanskrit only' }]);
    expect(listMessages({ exam_regular: 2, pasthallticket: '123', markmemos: file, language })).toEqual([]);
  });

  test.each([
    ['24-101-0042', []],
    ['20190042', []],
    ['24-101-004', ['Please Enter Postal Hall Ticket']],
    ['AB-101-0042', ['Please Enter Postal Hall Ticket']],
  ])(
    'judge the earlier hall ticket %s by the numbers that the examination names',
    (pasthallticket, messages) => {
      const earlier_hall_tickets = { pattern: '\\d{1,40}|\\d{2}-\\d{3}-\\d{4}', example: '24-101-0042' };
      const failed = runChecks(
        applicationChecks,
        { ...regular, pasthallticket },
        { ...examination, earlier_hall_tickets },
      );
      expect(failed.map(({ message }) => message)).toEqual(messages);
      expect(listMessages({ pasthallticket })).toEqual([]);
      expect(examinationSchema.safeParse({ ...examination, earlier_hall_tickets }).success).toBe(true);
      const unfit = { ...earlier_hall_tickets, example: 'x' };
      expect(examinationSchema.safeParse({ ...examination, earlier_hall_tickets: unfit }).success).toBe(
        false,
      );
    },
  );

  test.each(['not json', '[]', '[{"language_id":9,"language":"?"}]', '{"language_id":1}'])(
    'reject compartmental with %s for its parts',
    (language) => {
      const change = { exam_regular: 2, pasthallticket: '123', markmemos: file, language };
      expect(listMessages(change)).toEqual(['Select the Language']);
    },
  );
});
