import { buildApplicationForm, createProviderClient } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectProblem,
  readNewestRecord,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

/** Drafts, submissions and their orders. */
export const draftsAndSubmissions = (environment: ContractEnvironment) =>
  describe('drafts and submissions', () => {
    const readDraft = async (session: ThrottledSession) => {
      const { http, body } = await session.call('getsaveformdata');
      expect(http).toBe(200);
      return body.data;
    };

    test('replaces the only draft at the next save, under the same application_id [S-4.7] [S-7.11]', async () => {
      const session = await environment.registerApplicant();
      expect(await readDraft(session)).toEqual([]);
      const firstSave = await session.call('saveapplicationform', await buildApplicationForm(session.person));
      expect(firstSave.body).toMatchObject({ status: 200, data: [{ application_id: expect.any(String) }] });
      const [draft] = await readDraft(session);
      expect(draft).toMatchObject({
        application_id: firstSave.body.data[0]?.application_id,
        number: session.person.number,
        aadhar: session.person.aadhar,
        district: 'Alluri Sitharama Raju',
        entry_by: session.person.id,
        amount: 100,
        image: [{ document_id: expect.any(String), filetype: 'jpeg' }],
        birthcertificate: [{ document_id: expect.any(String), filetype: 'pdf' }],
        perviouscertificate: [],
      });
      expect(draft?.application_id).toMatch(/^ARC24-[0-9A-HJKMNP-TV-Z]{8}$/);

      const changedDraft = { ...draft, name: 'Second Name', image: [], image_ind: 0 };
      const secondSave = await session.call('saveapplicationform', changedDraft);
      const { application_id } = firstSave.body.data[0] ?? {};
      expect(secondSave.body.data).toMatchObject([{ application_id }]);
      const newForm = await buildApplicationForm(session.person, { name: 'Third Name', application_id: 2 });
      const thirdSave = await session.call('saveapplicationform', newForm);
      expect(thirdSave.body.data).toMatchObject([{ application_id }]);
      const drafts = await readDraft(session);
      expect(drafts).toHaveLength(1);
      expect(drafts[0]).toMatchObject({ name: 'Third Name', image: [{ filetype: 'jpeg' }] });
    });

    test('creates one application with one order for twenty concurrent submissions [S-3.33]', async () => {
      const session = await environment.registerApplicant();
      const form = await buildApplicationForm(session.person, { save_id: 2 });
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => session.call('submitapplicationform', form)),
      );
      expect(responses.map(({ body }) => body.status)).toEqual(Array(20).fill(200));
      expect(new Set(responses.map(({ body }) => body.orderId?.id)).size).toBe(1);
      const { data } = (await session.call('getticketsandprofile')).body;
      expect(data).toHaveLength(1);
      const { orders } = await createProviderClient(environment.portal().simulator).ledger();
      const ownOrder = orders.find(({ id }) => id === data[0]?.order_id);
      expect(orders.filter(({ receipt }) => receipt === ownOrder?.receipt)).toHaveLength(1);
    });

    test('returns the stored record with a masked Aadhaar and without a status', async () => {
      const session = await environment.registerApplicant();
      const { order_id, application_id } = await submitForm(session);
      const { person } = session;
      const record = await readNewestRecord(session);
      expect(record).toMatchObject({
        id: expect.any(String),
        number: person.number,
        application_id,
        aadhar: `**** **** ${person.aadhar.slice(-4)}`,
        name: person.name,
        father_name: 'Venkata Sarma',
        dob: '1990-05-17',
        age: expect.any(Number),
        district_id: 1,
        district_name: 'Alluri Sitharama Raju',
        mandal_id: 1,
        mandal_name: 'Chintapalle',
        exam_type: 1,
        pasthallticket: '',
        exam_regular: 1,
        centre_district_id: 2,
        centre_district_name: 'Anakapalli',
        agamamu: 'వైఖానస',
        amount: 100,
        image: [{ document_id: expect.any(String), filetype: 'jpeg' }],
        birth_certificate: [{ document_id: expect.any(String), filetype: 'pdf' }],
        previous_certificate: [],
        markmemos_certificate: [],
        examine_year: '2024',
        payment_status: '',
        order_id,
        transaction_id: '',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      expect((await session.call('getpaymnetstatus', { order_id })).body).toEqual({
        status: 200,
        data: [record],
      });
      const [wholeForm] = (await session.call('getapplicationform', { application_id })).body.data;
      expect(wholeForm).toMatchObject({
        application_id,
        aadhar: person.aadhar,
        district: 'Alluri Sitharama Raju',
      });
      expect(await readDraft(session)).toEqual([]);
    });

    test('returns the same order for a repeated unpaid submission; another one or a save is 420 [S-4.21]', async () => {
      const session = await environment.registerApplicant();
      const { form, order_id, application_id } = await submitForm(session);
      expect((await session.call('submitapplicationform', form)).body.orderId).toEqual({ id: order_id });
      const namedForm = { ...form, application_id };
      expect((await session.call('paidSubmitapplicationform', namedForm)).body.orderId).toEqual({
        id: order_id,
      });
      const changedForm = { ...form, name: 'Another Name' };
      expect((await session.call('submitapplicationform', changedForm)).body.status).toBe(420);
      expect((await session.call('saveapplicationform', changedForm)).body.status).toBe(420);
    });

    test('submits a saved draft under its id; another’s id is 403, an unknown one 404 [S-7.8]', async () => {
      const [session, otherSession] = [
        await environment.registerApplicant(),
        await environment.registerApplicant(),
      ];
      for (const { person, call } of [session, otherSession])
        await call('saveapplicationform', await buildApplicationForm(person));
      const [[draft], [otherDraft]] = [await readDraft(session), await readDraft(otherSession)];
      const name = 'paidSubmitapplicationform';
      const buildSubmission = (application_id: unknown) => ({ ...draft, save_id: 2, application_id });
      expectProblem(await session.call(name, buildSubmission(otherDraft?.application_id)), 403);
      expectProblem(await session.call(name, buildSubmission('ARC24-00000000')), 404);
      expect((await session.call(name, buildSubmission(draft?.application_id))).body).toMatchObject({
        status: 200,
      });
      expect((await readNewestRecord(session)).application_id).toBe(draft?.application_id);
    });

    test('requires an Aadhaar in checkaadhar, which accepts the whole form [S-7.5]', async () => {
      const session = await environment.registerApplicant();
      for (const aadhar of [undefined, '', '123', 'abcdefghijkl'])
        expectProblem(await session.call('checkaadhar', { aadhar }), 400);
      expect(
        (await session.call('checkaadhar', await buildApplicationForm(session.person))).body.status,
      ).toBe(200);
    });
  });
