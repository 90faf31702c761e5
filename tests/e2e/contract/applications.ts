import { buildApplicant, buildApplicationForm } from '@archaka/test-kit';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readNewestRecord } from '../history/application.ts';
import {
  type ContractEnvironment,
  expectInvalid,
  expectProblem,
  type Submission,
  submitForm,
  type ThrottledSession,
} from './environment.ts';
import { uploadApplicationFiles } from './files.ts';

/** The types of the form's fields. */
export const applicationRules = (environment: ContractEnvironment) =>
  describe('the form’s rules', () => {
    let session: ThrottledSession;
    let form: Record<string, unknown>;
    beforeAll(async () => {
      session = await environment.registerApplicant();
      form = await buildApplicationForm(session.person, await uploadApplicationFiles(session));
    });
    const save = (overrides: object) => session.call('saveapplicationform', { ...form, ...overrides });
    const readDraft = async () => (await session.call('getsaveformdata')).body.data[0];

    test('rejects a mandal of another district [S-5.17]', async () => {
      const { body } = await session.call('getmandals');
      const other = body.data.find(({ district_list_id }) => district_list_id === 2);
      expectInvalid(await save({ mandal: other?.mndl_nm, mandal_id: other?.id }), 'Select the Mandal');
    });

    test('accepts ids as numeric strings and nonsense in age and amount, and returns numbers [S-3.7]', async () => {
      const ids = { district_id: 1, mandal_id: 1, centre_district_id: 2, exam_type: 1, exam_regular: 1 };
      const strings = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
      expect((await save({ ...strings, age: { x: 1 }, amount: '-1' })).body.status).toBe(200);
      const draft = await readDraft();
      expect(draft).toMatchObject({ ...ids, amount: 100 });
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
      expect((await save({ name, father_name: name })).body.status).toBe(200);
      expect(await readDraft()).toMatchObject({ name, father_name: name });
    });

    test('accepts the latest date of birth and a leap day', async () => {
      for (const dob of ['2024-06-10', '1992-02-29']) expect((await save({ dob })).body.status).toBe(200);
    });

    test('ignores keys of prototypes', async () => {
      const prototypes = '{"__proto__":{"status":420},"constructor":{"prototype":{"x":1}},';
      const response = await session.fetch('/api/dashboard/saveapplicationform', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form).replace(/^\{/, prototypes),
      });
      expect(await response.json()).toMatchObject({ status: 200 });
    });
  });

interface Version {
  readonly version: number;
  readonly at: string;
  readonly changes: readonly { field: string; from: string; to: string }[];
}

/** Updates of an application and its history. */
export const edits = (environment: ContractEnvironment) =>
  describe('edits and history', () => {
    let session: ThrottledSession;
    let submission: Submission;
    let id: string;
    // An applicant may make three edits a minute.
    beforeEach(async () => {
      session = await environment.registerApplicant();
      submission = await submitForm(session);
      id = String((await readNewestRecord(session)).id);
    });
    const readOwn = async (name: string) =>
      (await session.call(name, { application_id: submission.application_id })).body.data;
    const readForm = async () => (await readOwn('getapplicationform'))[0];
    const readHistory = async () => (await readOwn('getapplicationhistory')) as unknown as Version[];
    const update = async (changes: Record<string, unknown>) =>
      session.call('upadteapplication', { ...(await readForm()), id, save_id: 2, ...changes });

    test('returns the stored record with a masked Aadhaar and without a status [S-3.28]', async () => {
      const applicant = await environment.registerApplicant();
      const { birthcertificate: paper } = await buildApplicationForm();
      const language = JSON.stringify([{ language_id: 2, language: 'Agama only' }]);
      const { order_id, application_id } = await submitForm(applicant, {
        exam_type: 2,
        exam_regular: 2,
        pasthallticket: '20190042',
        language,
        markmemos: paper,
        markmemos_ind: 1,
        perviouscertificate: paper,
        perviouscertificate_ind: 1,
      });
      const { person } = applicant;
      const record = await readNewestRecord(applicant);
      const toFile = (filetype: string) => [{ document_id: expect.any(String), filetype }];
      expect(record).toMatchObject({
        id: expect.any(String),
        number: person.number,
        order_id,
        name: person.name,
        application_id: expect.stringMatching(/^ARC24-[0-9A-HJKMNP-TV-Z]{8}$/),
        aadhar: `**** **** ${person.aadhar.slice(-4)}`,
        father_name: 'Venkata Sarma',
        dob: '1990-05-17',
        age: expect.any(Number),
        ...{
          district_id: 1,
          district_name: 'Alluri Sitharama Raju',
          mandal_id: 1,
          mandal_name: 'Chintapalle',
        },
        exam_type: 2,
        pasthallticket: '20190042',
        exam_regular: 2,
        language,
        agamamu: 'వైఖానస',
        centre_district_id: 2,
        centre_district_name: 'Anakapalli',
        amount: 100,
        examine_year: '2024',
        image: toFile('jpeg'),
        birth_certificate: toFile('pdf'),
        previous_certificate: toFile('pdf'),
        markmemos_certificate: toFile('pdf'),
        payment_status: '',
        transaction_id: '',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      const byOrder = (await applicant.call('getpaymnetstatus', { order_id })).body;
      expect(byOrder).toEqual({ status: 200, data: [record] });
      const [wholeForm] = (await applicant.call('getapplicationform', { application_id })).body.data;
      const { aadhar } = person;
      expect(wholeForm).toMatchObject({ application_id, aadhar, district: 'Alluri Sitharama Raju' });
      expect((await applicant.call('getsaveformdata')).body.data).toEqual([]);
    });

    test('stores an edit as a new version, newest first, including the first one [S-1.26]', async () => {
      expect((await readHistory()).map(({ version }) => version)).toEqual([1]);
      const changes = { name: 'New Name', postal_address: 'New Street' };
      expect((await update(changes)).body).toEqual({ status: 200 });
      expect(await readForm()).toMatchObject(changes);
      const { order_id } = submission;
      expect(await readNewestRecord(session)).toMatchObject({ name: 'New Name', order_id });
      const [newest, first] = await readHistory();
      expect(newest).toMatchObject({ version: 2, at: expect.stringMatching(/^\d{4}-.*Z$/) });
      expect(newest?.changes).toContainEqual({ field: 'name', from: session.person.name, to: 'New Name' });
      expect(newest?.changes.map(({ field }) => field).toSorted()).toEqual(['name', 'postal_address']);
      expect(first?.version).toBe(1);
    });

    test('retains the stored file for an empty list when the indicator is 0, and rejects the list when it is 1 [S-3.27]', async () => {
      const { image } = (await readForm()) ?? {};
      expect((await update({ image: [], image_ind: 0, father_name: 'F' })).body.status).toBe(200);
      expect((await readForm())?.image).toEqual(image);
      expectInvalid(await update({ image: [], image_ind: 1 }), 'Please upload Your photo');
      const withoutPaper = { birthcertificate: [], birthcertificate_ind: '1' };
      expectInvalid(await update(withoutPaper), 'Please Upload Birth Certificate');
    });

    test('never changes number and amount [S-7.10]', async () => {
      expectProblem(await update({ number: buildApplicant().number }), 403);
      expect((await update({ amount: 1, age: 3, name: 'Once More' })).body.status).toBe(200);
      expect(await readNewestRecord(session)).toMatchObject({ amount: 100, number: session.person.number });
    });

    test('rejects another’s document in an edit with 403', async () => {
      const other = await environment.registerApplicant();
      await submitForm(other);
      const { image } = await readNewestRecord(other);
      expectProblem(await update({ image, image_ind: 1 }), 403);
    });
  });
