import { applicationPersonErased, applicationWithdrawn, erasureRequested } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication();

test('erases a person when svc-payment responds again, reports it, and destroys the key', async () => {
  const { user } = await submitApplication(portal);
  const { id } = user.person;
  portal.payment.mode = 'down';
  await portal.broker.publish(erasureRequested, { user_id: id, at: new Date().toISOString() });
  await eventually(async () => (await portal.count('erasures', { _id: id })) === 1);
  expect(await portal.count('applications', { userId: id })).toBe(1);
  portal.payment.mode = 'ok';
  const [report] = await eventually(() => {
    const reports = portal.broker.eventsOfType(applicationPersonErased, id);
    return reports.length > 0 && reports;
  });
  expect(report).toMatchObject({ remaining: [] });
  expect(await portal.count('applications', { userId: id })).toBe(0);
  expect(await portal.count('datakeys', { _id: id, wrapped: { $exists: true } })).toBe(0);
});

describe('withdrawing', () => {
  const withdraw = ({ user, ids: { application_id } }: Awaited<ReturnType<typeof submitApplication>>) =>
    user.call('withdrawapplication', { application_id });

  test('deletes an unpaid application and frees its claims', async () => {
    const submission = await submitApplication(portal);
    const { user, ids } = submission;
    expect((await withdraw(submission)).body).toEqual({ status: 200 });
    for (const name of ['applications', 'drafts', 'claims'])
      expect(await portal.count(name, { userId: user.person.id })).toBe(0);
    await portal.broker.waitForEvent(applicationWithdrawn, ids.application_id);
    expect((await withdraw(submission)).http).toBe(404);
    expect((await user.submit()).body.status).toBe(200);
  });

  test('is rejected while a payment is open, when it is paid, and for others', async () => {
    const submission = await submitApplication(portal);
    const { user, ids, capture } = submission;
    portal.payment.openPayments.add(ids.application_id);
    expect((await withdraw(submission)).body.status).toBe(421);
    portal.payment.openPayments.delete(ids.application_id);
    const other = await portal.createUser();
    expect((await withdraw({ ...submission, user: other })).http).toBe(403);
    await capture();
    expect((await withdraw(submission)).body.status).toBe(420);
    expect(await portal.count('applications', { userId: user.person.id })).toBe(1);
  });
});
