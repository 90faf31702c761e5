import { applicationUpdated, paymentCaptured } from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';
import type { Form, TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const unchangedFiles = {
  image: [],
  birthcertificate: [],
  perviouscertificate: [],
  markmemos: [],
  image_ind: 0,
  birthcertificate_ind: 0,
};
const edit = async (user: TestUser, id: string, changes: Form) =>
  user.call('upadteapplication', await user.form({ id, save_id: 2, ...unchangedFiles, ...changes }));
const fetchHistory = async (user: TestUser, id: string) =>
  (await user.call('getapplicationhistory', { application_id: id })).body.data;

describe('editing an application', () => {
  test('adds a version and an event for each change, paid or not', async () => {
    const { user, ids, buildCaptured, readStatus, readRecord } = await submitApplication(portal);
    const id = ids.application_id;
    expect((await edit(user, id, { name: 'First edit' })).body).toEqual({ status: 200 });
    await portal.broker.publish(paymentCaptured, buildCaptured());
    await eventually(async () => (await readStatus()) === 'S');
    expect((await edit(user, id, { name: 'Second edit', father_name: 'New' })).body.status).toBe(200);
    expect(await readRecord()).toMatchObject({
      name: 'Second edit',
      version: 3,
      payment_status: 'S',
      ...ids,
    });
    expect(await fetchHistory(user, id)).toMatchObject([
      {
        version: 3,
        changes: [
          { field: 'name', from: 'First edit', to: 'Second edit' },
          { field: 'father_name', from: 'Venkata Sarma', to: 'New' },
        ],
      },
      { version: 2, changes: [{ field: 'name', from: 'Sita Rama Sarma', to: 'First edit' }] },
      { version: 1, changes: [] },
    ]);
    const updates = await eventually(() => {
      const events = portal.broker.eventsAbout(id).filter(({ type }) => type === 'application.updated.v1');
      return events.length === 2 && events;
    });
    const payloads = updates.map(({ data }) => applicationUpdated.data.parse(data));
    expect(payloads.map(({ version, snapshot }) => [version, snapshot.name])).toEqual([
      [2, 'First edit'],
      [3, 'Second edit'],
    ]);
  });

  test('adds no version without a difference', async () => {
    const { user, ids, readRecord } = await submitApplication(portal);
    expect((await edit(user, ids.application_id, { age: 3, amount: 7 })).body.status).toBe(200);
    const [filled] = (await user.call('getapplicationform', { application_id: ids.application_id })).body
      .data;
    expect((await user.call('upadteapplication', { ...filled, save_id: 2 })).body.status).toBe(200);
    expect(await readRecord()).toMatchObject({ version: 1, amount: 100 });
  });

  test('holds the new Aadhaar of a paid application for good', async () => {
    const { user, ids, buildCaptured, readStatus, readClaimExpiries } = await submitApplication(portal);
    await portal.broker.publish(paymentCaptured, buildCaptured());
    await eventually(async () => (await readStatus()) === 'S');
    await edit(user, ids.application_id, { aadhar: buildApplicant().aadhar });
    expect(await readClaimExpiries()).toEqual([null, null]);
  });

  test('gives an Aadhaar to one of 8 concurrent edits and loses no version', async () => {
    const { aadhar } = buildApplicant();
    const all = await Promise.all(Array.from({ length: 8 }, () => submitApplication(portal)));
    const answers = await Promise.all(all.map(({ user, ids }) => edit(user, ids.application_id, { aadhar })));
    expect(answers.filter(({ body }) => body.status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.status === 421)).toHaveLength(7);
  });
});

describe('the limit of edits', () => {
  test('does not count unchanged or rejected edits', async () => {
    const { user, ids } = await submitApplication(portal);
    const id = ids.application_id;
    for (let count = 0; count < 5; count += 1) {
      expect((await edit(user, id, {})).body.status).toBe(200);
      expect((await edit(user, id, { name: '' })).http).toBe(400);
    }
    expect((await edit(user, id, { name: 'An edit' })).body.status).toBe(200);
  });

  test("limits edits to 50 a day by the database's clock, in a sliding window", async () => {
    const { user, ids } = await submitApplication(portal);
    const id = ids.application_id;
    const edits = portal.database.collection<{ _id: string; at: Date[] }>('edits');
    const getHoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000);
    const buildTimes = (oldest: number) => [getHoursAgo(oldest), ...Array<Date>(49).fill(getHoursAgo(2))];
    const set = (at: Date[]) => edits.updateOne({ _id: user.person.id }, { $set: { at } }, { upsert: true });
    await set(buildTimes(20));
    const rejected = await edit(user, id, { name: 'One too many' });
    expect(rejected.http).toBe(429);
    const hours = Number(rejected.headers.get('retry-after')) / 3600;
    expect(Math.round(hours)).toBe(4);
    await set(buildTimes(20).slice(1));
    const both = await Promise.all([1, 2].map((n) => edit(user, id, { name: `Last edit ${n}` })));
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 429]);
    await set(buildTimes(25));
    expect((await edit(user, id, { name: 'The next day' })).body.status).toBe(200);
  });

  test('enforces the limit for concurrent edits', async () => {
    const { user, ids } = await submitApplication(portal);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => edit(user, ids.application_id, { name: `Edit ${n}` })),
    );
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('rejected edits', () => {
  test('rejects edits after their last day, with a message', async () => {
    const lateService = await startApplication({ env: { EDIT_UNTIL: '2024-06-30T23:59:59+05:30' } });
    try {
      const { user, ids } = await submitApplication(lateService);
      const { http, body } = await edit(user, ids.application_id, { name: 'Late' });
      expect([http, body.code, body.title]).toEqual([
        403,
        'edits-closed',
        expect.stringContaining('can no longer be edited'),
      ]);
      const examination = (await user.call('getexamination')).body.data[0];
      expect(examination).toMatchObject({ edit_until: '2024-06-30T18:29:59.000Z', amount: 100 });
    } finally {
      await lateService.stop();
    }
  });
});
