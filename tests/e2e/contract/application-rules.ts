import { buildApplicationForm, buildPdf } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectInvalid,
  expectProblem,
  type ThrottledSession,
} from './environment.ts';
import { uploadAndReference, uploadApplicationFiles } from './files.ts';

const CALLS = ['saveapplicationform', 'submitapplicationform', 'paidSubmitapplicationform'];
const COMPARTMENTAL = { exam_regular: 2 };

/** A field, its invalid value with other needed fields, the conformance ids, and the expected message. */
const INVALID_INPUTS: [field: string, put: Record<string, unknown>, ids: string, message: string][] = [
  ['number', { number: '' }, '[S-5.5]', 'Please Enter Number'],
  ['number', { number: '98765' }, '[S-5.6] [S-9.3]', 'Please Enter the valid Number'],
  ['number', { number: '98765abcde' }, '[S-5.6] [S-9.3]', 'Please Enter the valid Number'],
  ['aadhar', { aadhar: '' }, '[S-5.7]', 'Please Enter Aadhar'],
  ['aadhar', { aadhar: '1234' }, '[S-5.8] [S-9.5]', 'Please Enter the valid Aadhar'],
  ['aadhar', { aadhar: '2345 6789 0123' }, '[S-5.8] [S-9.5]', 'Please Enter the valid Aadhar'],
  ['aadhar', { aadhar: '౨౩౪౫౬౭౮౯౦౧౨౩' }, '[S-5.8] [S-9.5]', 'Please Enter the valid Aadhar'],
  ['name', { name: '' }, '[S-5.9]', 'Please Enter name'],
  ['father_name', { father_name: '' }, '[S-5.10]', 'Please Enter Father Name'],
  ['dob', { dob: '' }, '[S-5.11]', 'Select Date of Birth'],
  ['dob', { dob: '2024-06-11' }, '[S-5.12]', 'Select Date of Birth'],
  ['dob', { dob: '1990-02-30' }, '[S-5.12]', 'Select Date of Birth'],
  ['dob', { dob: '17-05-1990' }, '[S-5.12]', 'Select Date of Birth'],
  ['birthcertificate', { birthcertificate: [] }, '[S-5.13]', 'Please Upload Birth Certificate'],
  ['postal_address', { postal_address: '' }, '[S-5.14]', 'Please Enter Postal Address'],
  ['district', { district: '' }, '[S-5.15]', 'Select the District'],
  ['mandal', { mandal: '' }, '[S-5.16]', 'Select the Mandal'],
  ['exam_type', { exam_type: '' }, '[S-5.18]', 'Select the Exam Type'],
  ['exam_type', { exam_type: 4 }, '[S-5.18]', 'Select the Exam Type'],
  ['perviouscertificate', { exam_type: 2 }, '[S-5.19]', 'Upload the Pervious Certificate'],
  ['perviouscertificate', { exam_type: '3' }, '[S-5.19]', 'Upload the Pervious Certificate'],
  ['exam_regular', { exam_regular: '' }, '[S-5.21]', 'Select the Regular or Compentment'],
  ['pasthallticket', { ...COMPARTMENTAL, pasthallticket: '' }, '[S-5.22]', 'Please Enter Postal Hall Ticket'],
  [
    'markmemos',
    { ...COMPARTMENTAL, pasthallticket: '123' },
    '[S-5.23]',
    'Upload the Marks Memos Certificate',
  ],
  [
    'language',
    { ...COMPARTMENTAL, pasthallticket: '123', markmemos: 'memos' },
    '[S-5.24]',
    'Select the Language',
  ],
  [
    'language',
    { ...COMPARTMENTAL, pasthallticket: '1', markmemos: 'memos', language: '[]' },
    '[S-5.24]',
    'Select the Language',
  ],
  ['centre_district', { centre_district: '' }, '[S-5.25]', 'Select the Centre district'],
  ['agamamu', { agamamu: '' }, '[S-5.26]', 'Select the Agamamu'],
  ['agamamu', { agamamu: 'Shaiva' }, '[S-5.26]', 'Select the Agamamu'],
  ['image', { image: [] }, '[S-5.27]', 'Please upload Your photo'],
];

/** The ordered checks and the types of the form's fields. */
export const applicationRules = (environment: ContractEnvironment) =>
  describe('the form’s rules', () => {
    let session: ThrottledSession;
    let form: Record<string, unknown>;
    let memos: unknown;
    beforeAll(async () => {
      session = await environment.registerApplicant();
      form = await buildApplicationForm(session.person, await uploadApplicationFiles(session));
      memos = await uploadAndReference(session, 'markmemos', buildPdf('Marks memo'));
    });
    const addMemos = (overrides: Record<string, unknown>) =>
      overrides.markmemos === 'memos' ? { ...overrides, markmemos: memos } : overrides;

    test.each(INVALID_INPUTS)(
      '%s: rejects %j with this message only %s',
      async (field, overrides, _ids, message) => {
        for (const name of CALLS) {
          const response = await session.call(name, { ...form, ...addMemos(overrides) });
          expectInvalid(response, message);
          expect(response.body.errors?.map((error) => error.field)).toContain(field);
          if (!('exam_regular' in overrides)) expect(response.body.errors).toHaveLength(1);
        }
      },
    );

    test.each([
      [undefined, 'a field that is missing'],
      [null, 'null'],
      ['', 'nothing'],
      [[], 'an empty list'],
    ])('treats %j, %s, as empty [S-5.2]', async (empty: unknown, _: string) => {
      const fields = [
        'number',
        'aadhar',
        'name',
        'father_name',
        'dob',
        'birthcertificate',
        'postal_address',
      ].concat(['district', 'mandal', 'exam_type', 'exam_regular', 'centre_district', 'agamamu', 'image']);
      const body = Object.fromEntries(fields.map((field) => [field, empty]));
      const messages = [
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
      ];
      for (const name of CALLS) {
        const response = await session.call(name, body);
        expectInvalid(response, 'Please Enter Number');
        expect(response.body.errors).toEqual(
          fields.map((field, index) => ({ field, message: messages[index] })),
        );
      }
    });

    test('ends the messages of the update form for Vara with " .", but not those for Pravara [S-5.20]', async () => {
      const update = { ...form, id: 'any' };
      const varaResponse = await session.call('upadteapplication', { ...update, exam_type: 2 });
      expectInvalid(varaResponse, 'Upload the Pervious Certificate .');
      const pravaraResponse = await session.call('upadteapplication', { ...update, exam_type: 3 });
      expectInvalid(pravaraResponse, 'Upload the Pervious Certificate');
    });

    test('rejects a mandal of another district [S-5.17]', async () => {
      const { body } = await session.call('getmandals');
      const otherMandal = body.data.find(({ district_list_id }) => district_list_id === 2);
      const overrides = { mandal: otherMandal?.mndl_nm, mandal_id: otherMandal?.id };
      expectInvalid(
        await session.call('saveapplicationform', { ...form, ...overrides }),
        'Select the Mandal',
      );
    });

    test('accepts ids as numeric strings and nonsense in age and amount, and returns numbers [S-3.7]', async () => {
      const overrides = {
        district_id: '1',
        mandal_id: '1',
        centre_district_id: '2',
        exam_type: '1',
        exam_regular: '1',
      };
      const saved = await session.call('saveapplicationform', {
        ...form,
        ...overrides,
        age: { x: 1 },
        amount: '-1',
      });
      expect(saved.body.status).toBe(200);
      const [draft] = (await session.call('getsaveformdata')).body.data;
      expect(draft).toMatchObject({
        district_id: 1,
        mandal_id: 1,
        centre_district_id: 2,
        exam_type: 1,
        exam_regular: 1,
        amount: 100,
      });
      const now = new Date();
      const birthday = new Date(Date.UTC(now.getUTCFullYear(), 4, 17));
      expect(draft?.age).toBe(now.getUTCFullYear() - 1990 - (now < birthday ? 1 : 0));
    });

    test.each([
      ['200 characters', `${[...'<b>&"</b> రామశర్మ\u200c © '.repeat(20)].slice(0, 199).join('')}.`],
      ['markup and quotes', `Robert'); DROP TABLE "x"; -- <script>alert(1)</script>`],
      ['inner blanks and decomposed characters', 'Śrī  Rāma  e\u0301'],
      ['operators of a store', '$where.__proto__'],
    ])('stores a name of %s unaltered', async (_, name) => {
      const overrides = { name, father_name: name };
      expect((await session.call('saveapplicationform', { ...form, ...overrides })).body.status).toBe(200);
      expect((await session.call('getsaveformdata')).body.data[0]).toMatchObject(overrides);
    });

    test('accepts the latest date of birth and a leap day', async () => {
      for (const dob of ['2024-06-10', '1992-02-29'])
        expect((await session.call('saveapplicationform', { ...form, dob })).body.status).toBe(200);
    });

    test('ignores keys of prototypes', async () => {
      const polluted = JSON.stringify({ ...form }).replace(
        /^\{/,
        '{"__proto__":{"status":420},"constructor":{"prototype":{"x":1}},',
      );
      const response = await session.fetch('/api/dashboard/saveapplicationform', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: polluted,
      });
      expect(await response.json()).toMatchObject({ status: 200 });
    });

    test('identifies the user by the session: another number, usr_id or entry_by is 403 [S-3.18]', async () => {
      const otherSession = await environment.registerApplicant();
      for (const overrides of [
        { number: otherSession.person.number },
        { usr_id: otherSession.person.id },
        { entry_by: otherSession.person.id },
      ]) {
        for (const name of [...CALLS, 'upadteapplication'])
          expectProblem(await session.call(name, { ...form, id: 'any', ...overrides }), 403);
        for (const name of ['getsaveformdata', 'getticketsandprofile'])
          expectProblem(await session.call(name, overrides), 403);
        expectProblem(await session.call('checkaadhar', { aadhar: form.aadhar, ...overrides }), 403);
      }
      const ownFields = {
        usr_id: session.person.id,
        entry_by: session.person.id,
        number: session.person.number,
      };
      for (const overrides of [ownFields, { usr_id: '', entry_by: null }, {}])
        expect((await session.call('getsaveformdata', overrides)).http).toBe(200);
    });
  });
