import { applicant } from '@archaka/test-kit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  expectInvalid,
  expectRefused,
  expectTooMany,
  type Guest,
  newestRecord,
  type Stage,
  type Submitted,
  submitted,
} from './stage.ts';

/** Updates of an application and its history. */
export const edits = (stage: Stage) =>
  describe('edits and history', () => {
    let session: Guest;
    let own: Submitted;
    let id: string;
    // An applicant may make three edits a minute.
    beforeEach(async () => {
      session = await stage.newcomer();
      own = await submitted(session);
      id = String((await newestRecord(session)).id);
    });
    const form = async () =>
      (await session.call('getapplicationform', { application_id: own.application_id })).body.data[0];
    const history = async () =>
      (await session.call('getapplicationhistory', { application_id: own.application_id })).body.data as {
        version: number;
        at: string;
        changes: { field: string; from: string; to: string }[];
      }[];
    const update = async (put: Record<string, unknown>) =>
      session.call('upadteapplication', { ...(await form()), id, save_id: 2, ...put });

    test('an edit is stored and is a version of its own, newest first, the first one included', async () => {
      expect((await history()).map(({ version }) => version)).toEqual([1]);
      expect((await update({ name: 'New Name', postal_address: 'New Street' })).body).toEqual({
        status: 200,
      });
      expect(await form()).toMatchObject({ name: 'New Name', postal_address: 'New Street' });
      expect(await newestRecord(session)).toMatchObject({ name: 'New Name', order_id: own.order_id });
      const [newest, first] = await history();
      expect(newest).toMatchObject({ version: 2, at: expect.stringMatching(/^\d{4}-.*Z$/) });
      expect(newest?.changes).toContainEqual({ field: 'name', from: session.person.name, to: 'New Name' });
      expect(newest?.changes.map(({ field }) => field).toSorted()).toEqual(['name', 'postal_address']);
      expect(first?.version).toBe(1);
    });

    test('an empty list keeps the stored file where the indicator is 0, and is refused where it is 1', async () => {
      const { image } = (await form()) ?? {};
      expect((await update({ image: [], image_ind: 0, father_name: 'F' })).body.status).toBe(200);
      expect((await form())?.image).toEqual(image);
      expectInvalid(await update({ image: [], image_ind: 1 }), 'Please upload Your photo');
      expectInvalid(
        await update({ birthcertificate: [], birthcertificate_ind: '1' }),
        'Please Upload Birth Certificate',
      );
    });

    test('number and amount never change', async () => {
      expectRefused(await update({ number: applicant().number }), 403);
      expect((await update({ amount: 1, age: 3, name: 'Once More' })).body.status).toBe(200);
      expect(await newestRecord(session)).toMatchObject({ amount: 100, number: session.person.number });
    });

    test('an Aadhaar another application holds is 421; a free one is taken, the old one let go', async () => {
      const other = await stage.newcomer();
      await submitted(other);
      expect((await update({ aadhar: other.person.aadhar })).body).toMatchObject({
        status: 421,
        message: 'Already Application registered with this Aadhar',
      });
      const fresh = applicant().aadhar;
      expect((await update({ aadhar: fresh })).body).toEqual({ status: 200 });
      expect((await form())?.aadhar).toBe(fresh);
      expect((await newestRecord(session)).aadhar).toBe(`**** **** ${fresh.slice(-4)}`);
      expect((await other.call('checkaadhar', { aadhar: fresh })).body.status).toBe(421);
      expect((await other.call('checkaadhar', { aadhar: session.person.aadhar })).body.status).toBe(200);
    });

    test('no history shows more of an Aadhaar than its last four digits', async () => {
      await update({ aadhar: applicant().aadhar });
      const text = JSON.stringify(await history());
      expect(text).toMatch(/\*\*\*\* \*\*\*\* \d{4}/);
      expect(text).not.toMatch(/\d{12}/);
    });

    test('another’s application is 403, an unknown one 404, for each call that names one', async () => {
      const other = await stage.newcomer();
      const mine = await submitted(other);
      const theirs = (await other.call('getapplicationform', { application_id: mine.application_id })).body
        .data[0];
      expectRefused(await other.call('upadteapplication', { ...theirs, id }), 403);
      expectRefused(await other.call('upadteapplication', { ...theirs, id: 'nobody' }), 404);
      for (const name of ['getapplicationform', 'getapplicationhistory']) {
        expectRefused(await other.call(name, { application_id: own.application_id }), 403);
        expectRefused(await other.call(name, { application_id: 'ARC24-00000000' }), 404);
      }
      for (const name of ['getpaymnetstatus', 'getpaymentattempts', 'recheckpayment', 'postorderdata']) {
        expectRefused(await other.call(name, { order_id: own.order_id }), 403);
        expectRefused(await other.call(name, { order_id: 'order_unknown' }), 404);
      }
    });

    test('another’s document is 403 in an edit too', async () => {
      const other = await stage.newcomer();
      await submitted(other);
      const { image } = await newestRecord(other);
      expectRefused(await update({ image, image_ind: 1 }), 403);
    });

    test('a call that names nothing, or nothing that could be a name, is 400', async () => {
      const odd = [undefined, null, '', [], {}, { $gt: '' }, true];
      for (const value of odd) {
        for (const name of ['getapplicationform', 'getapplicationhistory'])
          expectRefused(await session.call(name, { application_id: value }), 400);
        for (const name of ['getpaymnetstatus', 'getpaymentattempts', 'recheckpayment', 'postorderdata'])
          expectRefused(await session.call(name, { order_id: value }), 400);
        expectRefused(await update({ id: value }), 400);
      }
      for (const value of ['\u0000', 'x'.repeat(60_000), '../../x', '{"$gt":""}']) {
        expectRefused(await session.call('getapplicationform', { application_id: value }), 400, 404);
        expectRefused(await session.call('getpaymnetstatus', { order_id: value }), 400, 404);
        expectRefused(await session.call('getpaymentattempts', { order_id: value }), 400, 404);
      }
    });

    test('of ten edits at once three are made, each a version, and the others are told to wait', async () => {
      const base = await form();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          session.call('upadteapplication', { ...base, id, save_id: 2, name: `Edited ${at}` }),
        ),
      );
      const [made, refused] = [200, 429].map((status) => answers.filter(({ http }) => http === status));
      expect(made).toHaveLength(3);
      expect(refused).toHaveLength(7);
      for (const answer of refused ?? []) expectTooMany(answer);
      expect((await history()).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    });
  });
