import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

/** Whether MongoDB executes a command of the service on this collection. */
async function isBusy(collection: string): Promise<boolean> {
  const ns = `${portal.database.databaseName}.${collection}`;
  const { inprog } = await portal.database.admin().command({ currentOp: 1, ns, active: true });
  return inprog.length > 0;
}

/** Has a failover revert the submission of an application, which only the primary had. */
async function revertSubmission(applicationId: string) {
  await portal.database.collection('claims').deleteMany({ applicationId });
  await portal.database.collection('versions').deleteMany({ applicationId });
  await portal.database.collection<{ _id: string }>('applications').deleteOne({ _id: applicationId });
}

/** Holds the second click, after it has read the application, until `meanwhile` is done. */
async function holdAtFirstHold(click: () => Promise<unknown>, meanwhile: () => Promise<void>) {
  const firstHolds = portal.database.collection('firstholds');
  const hold = await firstHolds.findOneAndDelete({});
  const session = portal.database.client.startSession();
  session.startTransaction();
  await firstHolds.insertOne({ ...hold }, { session });
  const answered = click();
  await eventually(() => isBusy('firstholds'));
  await meanwhile();
  await session.abortTransaction();
  await session.endSession();
  return answered;
}

test('orders nothing for an application that a failover has reverted since it was read', async () => {
  const user = await portal.createUser();
  const form = await user.form({ save_id: 2 });
  const click = () => user.call('submitapplicationform', form);
  await click();
  const [reverted] = await user.listApplications();
  await holdAtFirstHold(click, () => revertSubmission(String(reverted?.application_id)));
  const [listed] = await user.listApplications();
  expect(listed?.application_id).toEqual(expect.any(String));
  expect(listed?.application_id).not.toBe(reverted?.application_id);
  expect(portal.payment.orders.get(String(listed?.application_id))).toEqual(expect.any(String));
});
