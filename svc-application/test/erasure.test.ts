import { applicationPersonErased, applicationWithdrawn, erasureRequested } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

const portal = setUpApplication();

const countAll = async (user: TestUser) => {
  const { id: userId } = user.person;
  return {
    ...(await portal.countRows(user)),
    consents: await portal.count('consents', { userId }),
    keys: await portal.count('datakeys', { _id: userId, wrapped: { $exists: true } }),
  };
};
const NOTHING = { applications: 0, drafts: 0, claims: 0, files: 0, consents: 0, keys: 0 };

const requestErasure = ({ person: { id } }: TestUser) =>
  portal.broker.publish(erasureRequested, { user_id: id, at: new Date().toISOString() });

/** Waits for a report of the remaining data. */
const waitForReport = ({ person: { id } }: TestUser, because?: string) =>
  eventually(() => {
    const reports = portal.broker.eventsOfType(applicationPersonErased, id);
    return reports.findLast(({ remaining }) => remaining[0]?.because === because);
  });

test('deletes drafts, papers and an unpaid application at once, and frees its claims', async () => {
  const { user: unpaid } = await submitApplication(portal);
  const drafting = await portal.createUser();
  await drafting.save();
  const { user: neighbour } = await submitApplication(portal);
  const before = await countAll(neighbour);
  for (const user of [unpaid, drafting]) {
    await requestErasure(user);
    expect(await waitForReport(user)).toMatchObject({ remaining: [] });
    expect(await countAll(user)).toEqual(NOTHING);
  }
  expect(await countAll(neighbour)).toEqual(before);
});

test('waits while money is in transit, and deletes the application once that is settled', async () => {
  const { user, ids } = await submitApplication(portal);
  portal.payment.openPayments.add(ids.application_id);
  await requestErasure(user);
  const { remaining } = await waitForReport(user, 'open-payment');
  expect(remaining).toMatchObject([{ kind: 'unpaid-application', until: null }]);
  expect(await countAll(user)).toMatchObject({ applications: 1, drafts: 0 });
  portal.payment.openPayments.delete(ids.application_id);
  // Skips the pause between two checks.
  await portal.database
    .collection<{ _id: string }>('erasures')
    .updateOne({ _id: user.person.id }, { $set: { due_at: new Date(0), lease: null } });
  await waitForReport(user);
  expect(await countAll(user)).toEqual(NOTHING);
});

test('leaves a paid application until its date', async () => {
  const { user, capture } = await submitApplication(portal);
  await capture();
  await requestErasure(user);
  expect((await waitForReport(user, 'retention')).remaining).toEqual([
    { kind: 'paid-application', because: 'retention', until: '2033-12-31T18:29:59.000Z' },
  ]);
  expect(await countAll(user)).toMatchObject({ applications: 1, drafts: 0, claims: 2, files: 2 });
});

test('continues when svc-payment responds again', async () => {
  const { user } = await submitApplication(portal);
  portal.payment.mode = 'down';
  await requestErasure(user);
  await eventually(async () => (await portal.count('erasures', { _id: user.person.id })) === 1);
  expect(await countAll(user)).toMatchObject({ applications: 1 });
  portal.payment.mode = 'ok';
  await waitForReport(user);
  expect(await countAll(user)).toEqual(NOTHING);
});

test('withdraws an unpaid application, and frees its claims', async () => {
  const { user, ids } = await submitApplication(portal);
  const { application_id } = ids;
  const withdraw = () => user.call('withdrawapplication', { application_id });
  expect((await withdraw()).body).toEqual({ status: 200 });
  expect(await countAll(user)).toMatchObject({ applications: 0, drafts: 0, claims: 0 });
  await portal.broker.waitForEvent(applicationWithdrawn, application_id);
  expect((await withdraw()).http).toBe(404);
  expect((await user.submit()).body.status).toBe(200);
});

test('withdraws nothing while a payment is open, when it is paid, and for others', async () => {
  const { user, ids, capture } = await submitApplication(portal);
  const { application_id } = ids;
  const withdraw = (caller = user) => caller.call('withdrawapplication', { application_id });
  portal.payment.openPayments.add(application_id);
  expect((await withdraw()).body.status).toBe(421);
  portal.payment.openPayments.delete(application_id);
  expect((await withdraw(await portal.createUser())).http).toBe(403);
  await capture();
  expect((await withdraw()).body.status).toBe(420);
  expect(await countAll(user)).toMatchObject({ applications: 1 });
});
