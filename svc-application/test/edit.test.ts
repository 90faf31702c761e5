import { applicationUpdated } from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { setUpApplication, startApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication();

describe('editing an application', () => {
  test('adds a version and an event for each change, paid or not [S-1.26]', async () => {
    const { user, ids, capture, readRecord } = await submitApplication(portal);
    const id = ids.application_id;
    expect((await user.edit(id, { name: 'First edit' })).body).toEqual({ status: 200 });
    await capture();
    expect((await user.edit(id, { name: 'Second edit', father_name: 'New' })).body.status).toBe(200);
    const edited = { name: 'Second edit', version: 3, payment_status: 'S', ...ids };
    expect(await readRecord()).toMatchObject(edited);
    const history = (await user.call('getapplicationhistory', { application_id: id })).body.data;
    expect(history).toMatchObject([
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
      const events = portal.broker.eventsAbout(id).filter(({ type }) => type === applicationUpdated.type);
      return events.length === 2 && events.map(({ data }) => applicationUpdated.data.parse(data));
    });
    expect(updates.map(({ version, snapshot }) => [version, snapshot.name])).toEqual([
      [2, 'First edit'],
      [3, 'Second edit'],
    ]);
  });

  test('adds no version without a difference [S-7.10]', async () => {
    const { user, ids, readRecord } = await submitApplication(portal);
    expect((await user.edit(ids.application_id, { age: 3, amount: 7 })).body.status).toBe(200);
    const filled = await user.readForm(ids.application_id);
    expect((await user.call('upadteapplication', { ...filled, save_id: 2 })).body.status).toBe(200);
    expect(await readRecord()).toMatchObject({ version: 1, amount: 100 });
  });

  test('holds the new Aadhaar of a paid application for good', async () => {
    const { user, ids, capture, readClaimExpiries } = await submitApplication(portal);
    await capture();
    await user.edit(ids.application_id, { aadhar: buildApplicant().aadhar });
    expect(await readClaimExpiries()).toEqual([null, null]);
  });

  test('gives an Aadhaar to one of 8 concurrent edits', async () => {
    const { aadhar } = buildApplicant();
    const all = await Promise.all(Array.from({ length: 8 }, () => submitApplication(portal)));
    const answers = await Promise.all(all.map(({ user, ids }) => user.edit(ids.application_id, { aadhar })));
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual([200, ...Array(7).fill(421)]);
  });

  test('is rejected after its last day, with a message', async () => {
    const lateService = await startApplication({ env: { EDIT_UNTIL: '2024-06-30T23:59:59+05:30' } });
    try {
      const { user, ids } = await submitApplication(lateService);
      expect(await user.edit(ids.application_id, { name: 'Late' })).toMatchObject({
        http: 403,
        body: { code: 'edits-closed', title: expect.stringContaining('can no longer be edited') },
      });
      const [examination] = (await user.call('getexamination')).body.data;
      expect(examination).toMatchObject({ edit_until: '2024-06-30T18:29:59.000Z', amount: 100 });
    } finally {
      await lateService.stop();
    }
  });
});

describe('the limit of edits', () => {
  test('does not count unchanged or rejected edits', async () => {
    const { user, ids } = await submitApplication(portal);
    const id = ids.application_id;
    for (let count = 0; count < 5; count += 1) {
      expect((await user.edit(id)).body.status).toBe(200);
      expect((await user.edit(id, { name: '' })).http).toBe(400);
    }
    expect((await user.edit(id, { name: 'An edit' })).body.status).toBe(200);
  });

  test("limits edits to 50 a day by the database's clock, in a sliding window", async () => {
    const { user, ids } = await submitApplication(portal);
    const id = ids.application_id;
    const edits = portal.database.collection<{ _id: string; at: Date[] }>('edits');
    const getHoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000);
    const buildTimes = (oldest: number) => [getHoursAgo(oldest), ...Array<Date>(49).fill(getHoursAgo(2))];
    const set = (at: Date[]) => edits.updateOne({ _id: user.person.id }, { $set: { at } }, { upsert: true });
    await set(buildTimes(20));
    const rejected = await user.edit(id, { name: 'One too many' });
    expect(rejected.http).toBe(429);
    expect(Math.round(Number(rejected.headers.get('retry-after')) / 3600)).toBe(4);
    await set(buildTimes(20).slice(1));
    const both = await Promise.all([1, 2].map((n) => user.edit(id, { name: `Last edit ${n}` })));
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 429]);
    await set(buildTimes(25));
    expect((await user.edit(id, { name: 'The next day' })).body.status).toBe(200);
  });

  test('enforces the limit of a minute for concurrent edits', async () => {
    const { user, ids } = await submitApplication(portal);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => user.edit(ids.application_id, { name: `Edit ${n}` })),
    );
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 200, 200, 429, 429]);
  });
});
