import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GatedApplication, startGatedApplication } from './support/service.ts';

let portal: GatedApplication;
beforeAll(async () => {
  portal = await startGatedApplication();
});
afterAll(() => portal?.stop());

/** Has a failover revert the submission of an application, which only the primary had. */
async function revertSubmission(applicationId: string) {
  await portal.database.collection('claims').deleteMany({ applicationId });
  await portal.database.collection('versions').deleteMany({ applicationId });
  await portal.database.collection<{ _id: string }>('applications').deleteOne({ _id: applicationId });
}

/** Holds the second click before its first write, when it has read the application, until `meanwhile` is done. */
async function holdAtFirstHold(click: () => Promise<unknown>, meanwhile: () => Promise<void>) {
  await portal.database.collection('firstholds').deleteMany({});
  const reached = portal.gate.holdNext(({ collection }) => collection === 'firstholds');
  const answered = click();
  const held = await reached;
  await meanwhile();
  held.release();
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
