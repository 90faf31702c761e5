import { applicant, applicationForm, scaledTimeout } from '@archaka/test-kit';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  expectRefused,
  expectTooMany,
  type Guest,
  newestRecord,
  payAndSee,
  type Stage,
  submitted,
} from './stage.ts';

/** Drafts, submissions and their orders. */
export const draftsAndSubmissions = (stage: Stage) =>
  describe('drafts and submissions', () => {
    const simulate = async (path: string, body?: object) => {
      const response = await fetch(`${stage.portal().simulator}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.json();
    };
    afterEach(() => simulate('/sim/reset', {}));
    const draftOf = async (session: Guest) => {
      const { http, body } = await session.call('getsaveformdata');
      expect(http).toBe(200);
      return body.data;
    };

    test('a draft is one: saving again replaces it and keeps its application_id', async () => {
      const session = await stage.newcomer();
      expect(await draftOf(session)).toEqual([]);
      const first = await session.call('saveapplicationform', await applicationForm(session.person));
      expect(first.body).toMatchObject({ status: 200, data: [{ application_id: expect.any(String) }] });
      const [draft] = await draftOf(session);
      expect(draft).toMatchObject({
        application_id: first.body.data[0]?.application_id,
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

      const again = { ...draft, name: 'Second Name', image: [], image_ind: 0 };
      const second = await session.call('saveapplicationform', again);
      const { application_id } = first.body.data[0] ?? {};
      expect(second.body.data).toMatchObject([{ application_id }]);
      const fresh = await applicationForm(session.person, { name: 'Third Name', application_id: 2 });
      const third = await session.call('saveapplicationform', fresh);
      expect(third.body.data).toMatchObject([{ application_id }]);
      const drafts = await draftOf(session);
      expect(drafts).toHaveLength(1);
      expect(drafts[0]).toMatchObject({ name: 'Third Name', image: [{ filetype: 'jpeg' }] });
    });

    test('a draft is no application: it claims nothing and stands in no list', async () => {
      const aadhar = applicant().aadhar;
      const [one, other] = [await stage.newcomer({ aadhar }), await stage.newcomer({ aadhar })];
      await one.call('saveapplicationform', await applicationForm(one.person));
      expect((await one.call('getticketsandprofile')).body).toEqual({ status: 200, data: [] });
      expect((await other.call('checkaadhar', { aadhar })).body.status).toBe(200);
      await submitted(other);
      expect((await one.call('checkaadhar', { aadhar })).body).toMatchObject({
        status: 421,
        message: 'Aadhar Number Already Exists',
      });
      expect((await other.call('checkaadhar', { aadhar })).body.status).toBe(200);
      const form = await applicationForm(one.person);
      for (const name of ['saveapplicationform', 'submitapplicationform'])
        expect((await one.call(name, form)).body).toMatchObject({
          status: 421,
          message: 'Already Application registered with this Aadhar',
        });
    });

    test('ten saves at once are one draft', async () => {
      const session = await stage.newcomer();
      const form = await applicationForm(session.person);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          session.call('saveapplicationform', { ...form, name: `N ${at}` }),
        ),
      );
      const ids = new Set(answers.map(({ body }) => body.data?.[0]?.application_id));
      expect(answers.map(({ body }) => body.status)).toEqual(Array(10).fill(200));
      expect([...ids]).toEqual([(await draftOf(session))[0]?.application_id]);
    });

    test('twenty submissions at once are one application with one order', async () => {
      const session = await stage.newcomer();
      const form = await applicationForm(session.person, { save_id: 2 });
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => session.call('submitapplicationform', form)),
      );
      expect(answers.map(({ body }) => body.status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ body }) => body.orderId?.id)).size).toBe(1);
      const { data } = (await session.call('getticketsandprofile')).body;
      expect(data).toHaveLength(1);
      const { orders } = (await simulate('/sim/ledger')) as { orders: { id: string; receipt: string }[] };
      const own = orders.find(({ id }) => id === data[0]?.order_id);
      expect(orders.filter(({ receipt }) => receipt === own?.receipt)).toHaveLength(1);
    });

    test('of ten people who submit one Aadhaar at once, one has it', async () => {
      const aadhar = applicant().aadhar;
      const people = await Promise.all(Array.from({ length: 10 }, () => stage.newcomer({ aadhar })));
      const answers = await Promise.all(
        people.map(async ({ person, call }) => call('submitapplicationform', await applicationForm(person))),
      );
      expect(answers.map(({ body }) => body.status).toSorted()).toEqual([200, ...Array(9).fill(421)]);
    });

    test('the record is the stored one, the Aadhaar masked and the status not known yet', async () => {
      const session = await stage.newcomer();
      const { order_id, application_id } = await submitted(session);
      const { person } = session;
      const record = await newestRecord(session);
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
      const [whole] = (await session.call('getapplicationform', { application_id })).body.data;
      expect(whole).toMatchObject({
        application_id,
        aadhar: person.aadhar,
        district: 'Alluri Sitharama Raju',
      });
      expect(await draftOf(session)).toEqual([]);
    });

    test('the same submission again, unpaid, is the same order; another one or a save is 420', async () => {
      const session = await stage.newcomer();
      const { form, order_id, application_id } = await submitted(session);
      expect((await session.call('submitapplicationform', form)).body.orderId).toEqual({ id: order_id });
      const named = { ...form, application_id };
      expect((await session.call('paidSubmitapplicationform', named)).body.orderId).toEqual({ id: order_id });
      const other = { ...form, name: 'Another Name' };
      expect((await session.call('submitapplicationform', other)).body.status).toBe(420);
      expect((await session.call('saveapplicationform', other)).body.status).toBe(420);
    });

    test('after payment both submitting calls and a save are 420', async () => {
      const session = await stage.newcomer();
      const { form, order_id, application_id } = await submitted(session);
      await payAndSee(stage, session, order_id);
      const named = { ...form, application_id };
      for (const name of ['submitapplicationform', 'paidSubmitapplicationform', 'saveapplicationform'])
        expect((await session.call(name, named)).body.status).toBe(420);
      expect((await session.call('submitapplicationform', form)).body.status).toBe(420);
      const { data } = (await session.call('getticketsandprofile')).body;
      expect(data).toHaveLength(1);
    });

    test('submitting with application_id 2 replaces a draft that exists all the same', async () => {
      const session = await stage.newcomer();
      await session.call(
        'saveapplicationform',
        await applicationForm(session.person, { name: 'Draft Name' }),
      );
      await submitted(session, { name: 'Final Name', application_id: 2 });
      expect(await draftOf(session)).toEqual([]);
      const { data } = (await session.call('getticketsandprofile')).body;
      expect(data.map(({ name }) => name)).toEqual(['Final Name']);
    });

    test('a saved draft is submitted under its id; another’s id is 403, an unknown one 404', async () => {
      const [session, other] = [await stage.newcomer(), await stage.newcomer()];
      for (const { person, call } of [session, other])
        await call('saveapplicationform', await applicationForm(person));
      const [[draft], [foreign]] = [await draftOf(session), await draftOf(other)];
      const name = 'paidSubmitapplicationform';
      const put = (application_id: unknown) => ({ ...draft, save_id: 2, application_id });
      expectRefused(await session.call(name, put(foreign?.application_id)), 403);
      expectRefused(await session.call(name, put('ARC24-00000000')), 404);
      expect((await session.call(name, put(draft?.application_id))).body).toMatchObject({ status: 200 });
      expect((await newestRecord(session)).application_id).toBe(draft?.application_id);
    });

    test('without an order API: orderId null, the draft comes back, and paidSubmit goes on', async () => {
      const session = await stage.newcomer();
      await simulate('/sim/faults', { orders_api: 'down' });
      const form = await applicationForm(session.person, { save_id: 2 });
      const answer = await session.call('submitapplicationform', form);
      expect(answer.body).toEqual({ status: 200, orderId: null });
      const [draft] = await draftOf(session);
      expect(draft).toMatchObject({ name: session.person.name, aadhar: session.person.aadhar });
      const put = { ...draft, save_id: 2 };
      expect((await session.call('paidSubmitapplicationform', put)).body.orderId).toBeNull();
      await simulate('/sim/reset', {});
      const gone = await session.call('paidSubmitapplicationform', put);
      expect(gone.body.orderId?.id).toMatch(/^order_/);
      expect(await draftOf(session)).toEqual([]);
      expect((await session.call('paidSubmitapplicationform', put)).body.orderId).toEqual(gone.body.orderId);
    });

    test('a slow order API is waited for 5 s and leads to one order all the same', async () => {
      const session = await stage.newcomer();
      await simulate('/sim/faults', { orders_api: 'slow', delay_ms: 8000 });
      const asked = performance.now();
      const form = await applicationForm(session.person, { save_id: 2 });
      const answer = await session.call('submitapplicationform', form);
      expect(performance.now() - asked).toBeLessThan(scaledTimeout(7000));
      expect(answer.body).toEqual({ status: 200, orderId: null });
      await simulate('/sim/reset', {});
      const [draft] = await draftOf(session);
      const gone = await session.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
      expect(gone.body.orderId?.id).toMatch(/^order_/);
      const { orders } = (await simulate('/sim/ledger')) as { orders: { id: string; receipt: string }[] };
      const own = orders.find(({ id }) => id === gone.body.orderId?.id);
      expect(orders.filter(({ receipt }) => receipt === own?.receipt)).toHaveLength(1);
    });

    test('a user may ask about 20 different Aadhaars a day, about the same one as often as wanted', async () => {
      const session = await stage.newcomer();
      const ask = (aadhar: string) => session.call('checkaadhar', { aadhar });
      const asked = Array.from({ length: 20 }, () => applicant().aadhar);
      for (const aadhar of asked) expect((await ask(aadhar)).body).toEqual({ status: 200 });
      expectTooMany(await ask(applicant().aadhar));
      expect((await ask(String(asked[0]))).body).toEqual({ status: 200 });
      const other = await stage.newcomer();
      const stranger = { aadhar: applicant().aadhar, usr_id: other.person.id };
      expectTooMany(await session.call('checkaadhar', stranger));
    });

    test('checkaadhar wants an Aadhaar, and takes the whole form', async () => {
      const session = await stage.newcomer();
      for (const aadhar of [undefined, '', '123', 'abcdefghijkl'])
        expectRefused(await session.call('checkaadhar', { aadhar }), 400);
      expect((await session.call('checkaadhar', await applicationForm(session.person))).body.status).toBe(
        200,
      );
    });
  });
