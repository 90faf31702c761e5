import {
  applicationPersonErased,
  applicationWithdrawn,
  erasureRequested,
  paymentCaptured,
} from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';
import type { TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const count = (collection: string, filter: object) =>
  portal.database.collection(collection).countDocuments(filter);

const countRows = async ({ person: { id: userId } }: TestUser) => ({
  applications: await count('applications', { userId }),
  drafts: await count('drafts', { userId }),
  claims: await count('claims', { userId }),
  files: await count('documents', { ownerId: userId }),
  consents: await count('consents', { userId }),
  keys: await count('datakeys', { _id: userId, wrapped: { $exists: true } }),
});
const NOTHING = { applications: 0, drafts: 0, claims: 0, files: 0, consents: 0, keys: 0 };

const requestErasure = ({ person: { id } }: TestUser) =>
  portal.broker.publish(erasureRequested, { user_id: id, at: new Date().toISOString() });

/** Waits for a report of the remaining data. */
const waitForReport = ({ person: { id } }: TestUser, because?: string) =>
  eventually(() => {
    const reports = portal.broker.eventsOfType(applicationPersonErased, id);
    return reports.findLast(({ remaining }) => remaining[0]?.because === because);
  });

/** Skips the pause between two checks. */
const lookAgain = ({ person: { id } }: TestUser) =>
  portal.database
    .collection<{ _id: string }>('erasures')
    .updateOne({ _id: id }, { $set: { due_at: new Date(0), lease: null } });

test('deletes drafts, papers and an unpaid application at once, and frees its claims', async () => {
  const { user: unpaid } = await submitApplication(portal);
  const drafting = await portal.createUser();
  await drafting.save();
  const { user: neighbour } = await submitApplication(portal);
  const before = await countRows(neighbour);
  for (const user of [unpaid, drafting]) {
    await requestErasure(user);
    expect(await waitForReport(user)).toMatchObject({ remaining: [] });
    expect(await countRows(user)).toEqual(NOTHING);
  }
  expect(await countRows(neighbour)).toEqual(before);
});

test('waits while money is in transit, and deletes the application once that is settled', async () => {
  const { user, ids } = await submitApplication(portal);
  portal.payment.openPayments.add(ids.application_id);
  await requestErasure(user);
  expect(await waitForReport(user, 'open-payment')).toMatchObject({
    remaining: [{ kind: 'unpaid-application', until: null }],
  });
  expect(await countRows(user)).toMatchObject({ applications: 1, drafts: 0 });
  portal.payment.openPayments.delete(ids.application_id);
  await lookAgain(user);
  await waitForReport(user);
  expect(await countRows(user)).toEqual(NOTHING);
});

test('leaves a paid application until its date', async () => {
  const { user, buildCaptured, readStatus } = await submitApplication(portal);
  await portal.broker.publish(paymentCaptured, buildCaptured());
  await eventually(async () => (await readStatus()) === 'S');
  await requestErasure(user);
  const report = await waitForReport(user, 'retention');
  expect(report.remaining).toEqual([
    { kind: 'paid-application', because: 'retention', until: '2033-12-31T18:29:59.000Z' },
  ]);
  expect(await countRows(user)).toMatchObject({ applications: 1, drafts: 0, claims: 2, files: 2 });
});

test('continues when svc-payment responds again', async () => {
  const { user } = await submitApplication(portal);
  portal.payment.mode = 'down';
  await requestErasure(user);
  await eventually(() => count('erasures', { _id: user.person.id }).then((found) => found === 1));
  expect(await countRows(user)).toMatchObject({ applications: 1 });
  portal.payment.mode = 'ok';
  await waitForReport(user);
  expect(await countRows(user)).toEqual(NOTHING);
});

describe('withdrawing', () => {
  const withdraw = ({ user, ids: { application_id } }: Awaited<ReturnType<typeof submitApplication>>) =>
    user.call('withdrawapplication', { application_id });

  test('deletes an unpaid application and frees its claims', async () => {
    const submission = await submitApplication(portal);
    const { user, ids } = submission;
    expect((await withdraw(submission)).body).toEqual({ status: 200 });
    expect(await countRows(user)).toMatchObject({ applications: 0, drafts: 0, claims: 0 });
    await portal.broker.waitForEvent(applicationWithdrawn, ids.application_id);
    expect((await withdraw(submission)).http).toBe(404);
    expect((await user.submit()).body.status).toBe(200);
  });

  test('is rejected while a payment is open, when it is paid, and for others', async () => {
    const submission = await submitApplication(portal);
    const { user, ids, buildCaptured, readStatus } = submission;
    portal.payment.openPayments.add(ids.application_id);
    expect((await withdraw(submission)).body.status).toBe(421);
    portal.payment.openPayments.delete(ids.application_id);
    const other = await portal.createUser();
    expect((await withdraw({ ...submission, user: other })).http).toBe(403);
    await portal.broker.publish(paymentCaptured, buildCaptured());
    await eventually(async () => (await readStatus()) === 'S');
    expect((await withdraw(submission)).body.status).toBe(420);
    expect(await countRows(user)).toMatchObject({ applications: 1 });
  });
});
