import { expect, test } from '@jest/globals';
import { setUpGatedApplication } from './support/service.ts';

const portal = setUpGatedApplication();

test('orders nothing for an application that a failover has reverted since it was read', async () => {
  const user = await portal.createUser();
  const form = await user.form({ save_id: 2 });
  const click = () => user.call('submitapplicationform', form);
  await click();
  const [reverted] = await user.listApplications();
  const applicationId = String(reverted?.application_id);

  // The second click has read the application, and is held before its first write.
  await portal.database.collection('firstholds').deleteMany({});
  const reached = portal.gate.holdNext(({ collection }) => collection === 'firstholds');
  const answered = click();
  const held = await reached;
  for (const name of ['claims', 'versions'])
    await portal.database.collection(name).deleteMany({ applicationId });
  await portal.database.collection<{ _id: string }>('applications').deleteOne({ _id: applicationId });
  held.release();
  await answered;

  const [listed] = await user.listApplications();
  expect(listed?.application_id).toEqual(expect.any(String));
  expect(listed?.application_id).not.toBe(applicationId);
  expect(portal.payment.orders.get(String(listed?.application_id))).toEqual(expect.any(String));
});
