import { buildApplicationForm, buildPdf } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectInvalid,
  expectProblem,
  submitForm,
  type ThrottledSession,
} from './environment.ts';
import { uploadAndReference, uploadApplicationFiles } from './files.ts';

const CALLS = ['saveapplicationform', 'submitapplicationform', 'paidSubmitapplicationform'];
const COMPARTMENTAL = { exam_regular: 2 };
const sanskrit = JSON.stringify([{ language_id: 1, language: 'Sanskrit only' }]);

/** A field, what is put there (with other fields it needs), and the words of the refusal. */
const INVALID_INPUTS: [field: string, put: Record<string, unknown>, message: string][] = [
  ['number', { number: '' }, 'Please Enter Number'],
  ['number', { number: '98765' }, 'Please Enter the valid Number'],
  ['number', { number: '98765abcde' }, 'Please Enter the valid Number'],
  ['aadhar', { aadhar: '' }, 'Please Enter Aadhar'],
  ['aadhar', { aadhar: '1234' }, 'Please Enter the valid Aadhar'],
  ['aadhar', { aadhar: '2345 6789 0123' }, 'Please Enter the valid Aadhar'],
  ['aadhar', { aadhar: '౨౩౪౫౬౭౮౯౦౧౨౩' }, 'Please Enter the valid Aadhar'],
  ['name', { name: '' }, 'Please Enter name'],
  ['father_name', { father_name: '' }, 'Please Enter Father Name'],
  ['dob', { dob: '' }, 'Select Date of Birth'],
  ['dob', { dob: '2024-06-11' }, 'Select Date of Birth'],
  ['dob', { dob: '1990-02-30' }, 'Select Date of Birth'],
  ['dob', { dob: '17-05-1990' }, 'Select Date of Birth'],
  ['birthcertificate', { birthcertificate: [] }, 'Please Upload Birth Certificate'],
  ['postal_address', { postal_address: '' }, 'Please Enter Postal Address'],
  ['district', { district: '' }, 'Select the District'],
  ['mandal', { mandal: '' }, 'Select the Mandal'],
  ['exam_type', { exam_type: '' }, 'Select the Exam Type'],
  ['exam_type', { exam_type: 4 }, 'Select the Exam Type'],
  ['perviouscertificate', { exam_type: 2 }, 'Upload the Pervious Certificate'],
  ['perviouscertificate', { exam_type: '3' }, 'Upload the Pervious Certificate'],
  ['exam_regular', { exam_regular: '' }, 'Select the Regular or Compentment'],
  ['pasthallticket', { ...COMPARTMENTAL, pasthallticket: '' }, 'Please Enter Postal Hall Ticket'],
  ['markmemos', { ...COMPARTMENTAL, pasthallticket: '123' }, 'Upload the Marks Memos Certificate'],
  ['language', { ...COMPARTMENTAL, pasthallticket: '123', markmemos: 'memos' }, 'Select the Language'],
  [
    'language',
    { ...COMPARTMENTAL, pasthallticket: '1', markmemos: 'memos', language: '[]' },
    'Select the Language',
  ],
  ['centre_district', { centre_district: '' }, 'Select the Centre district'],
  ['agamamu', { agamamu: '' }, 'Select the Agamamu'],
  ['agamamu', { agamamu: 'Shaiva' }, 'Select the Agamamu'],
  ['image', { image: [] }, 'Please upload Your photo'],
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

    test.each(INVALID_INPUTS)('%s: %j is refused with its words alone', async (field, overrides, message) => {
      for (const name of CALLS) {
        const response = await session.call(name, { ...form, ...addMemos(overrides) });
        expectInvalid(response, message);
        expect(response.body.errors?.map((error) => error.field)).toContain(field);
        if (!('exam_regular' in overrides)) expect(response.body.errors).toHaveLength(1);
      }
    });

    test.each([
      [undefined, 'a field that is missing'],
      [null, 'null'],
      ['', 'nothing'],
      [[], 'an empty list'],
    ])('%j, %s, is empty', async (empty: unknown, _: string) => {
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

    test('a compartmental Vara form that lacks all it needs names them in order', async () => {
      const response = await session.call('saveapplicationform', { ...form, exam_type: 2, exam_regular: 2 });
      expectInvalid(response, 'Upload the Pervious Certificate');
      expect(response.body.errors?.map(({ field }) => field)).toEqual([
        'perviouscertificate',
        'pasthallticket',
        'markmemos',
        'language',
      ]);
    });

    test('in the update form the words for Vara end in " .", those for Pravara do not', async () => {
      const update = { ...form, id: 'any' };
      const varaResponse = await session.call('upadteapplication', { ...update, exam_type: 2 });
      expectInvalid(varaResponse, 'Upload the Pervious Certificate .');
      const pravaraResponse = await session.call('upadteapplication', { ...update, exam_type: 3 });
      expectInvalid(pravaraResponse, 'Upload the Pervious Certificate');
    });

    test('the mandal must belong to the district', async () => {
      const { body } = await session.call('getmandals');
      const otherMandal = body.data.find(({ district_list_id }) => district_list_id === 2);
      const overrides = { mandal: otherMandal?.mndl_nm, mandal_id: otherMandal?.id };
      expectInvalid(
        await session.call('saveapplicationform', { ...form, ...overrides }),
        'Select the Mandal',
      );
    });

    test('ids as numeric strings and nonsense in age and amount are taken; numbers come out', async () => {
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
      ['200 characters', `${[...'<b>&"</b> రామశర్మ\u200c 🙏 '.repeat(20)].slice(0, 199).join('')}.`],
      ['markup and quotes', `Robert'); DROP TABLE "x"; -- <script>alert(1)</script>`],
      ['inner blanks and decomposed characters', 'Śrī  Rāma  e\u0301'],
      ['operators of a store', '$where.__proto__'],
    ])('a name of %s is stored unaltered', async (_, name) => {
      const overrides = { name, father_name: name };
      expect((await session.call('saveapplicationform', { ...form, ...overrides })).body.status).toBe(200);
      expect((await session.call('getsaveformdata')).body.data[0]).toMatchObject(overrides);
    });

    test('a name of more than 200 characters or with control characters is refused', async () => {
      for (const name of ['x'.repeat(201), 'రా'.repeat(101), 'a\u0000b', 'a\nb'])
        expectInvalid(await session.call('saveapplicationform', { ...form, name }), 'Please Enter name');
    });

    test('the latest date of birth and a leap day are accepted', async () => {
      for (const dob of ['2024-06-10', '1992-02-29'])
        expect((await session.call('saveapplicationform', { ...form, dob })).body.status).toBe(200);
    });

    test('keys of prototypes change nothing', async () => {
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

    test('who asks is the session: another number, usr_id or entry_by is 403', async () => {
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

    test('a compartmental Pravara form with all it needs is saved and submitted', async () => {
      const session = await environment.registerApplicant();
      const submission = await submitForm(session, {
        ...(await uploadApplicationFiles(session)),
        exam_type: 3,
        exam_regular: 2,
        pasthallticket: 'HT-2019-0042',
        language: sanskrit,
        markmemos: await uploadAndReference(session, 'markmemos', buildPdf('Marks memo')),
        perviouscertificate: await uploadAndReference(session, 'perviouscertificate', buildPdf('Vara')),
        perviouscertificate_ind: 1,
        markmemos_ind: 1,
      });
      const [record] = (await session.call('getticketsandprofile')).body.data;
      expect(record).toMatchObject({ exam_type: 3, exam_regular: 2, pasthallticket: 'HT-2019-0042' });
      expect(JSON.parse(String(record?.language))).toEqual([{ language_id: 1, language: 'Sanskrit only' }]);
      expect(record?.markmemos_certificate).toEqual(submission.form.markmemos);
      expect(record?.previous_certificate).toEqual(submission.form.perviouscertificate);
    });
  });
