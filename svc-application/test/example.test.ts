import { applicationForm, eventually, type PartialPortal, startPortal, submit } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let portal: PartialPortal<'application' | 'payment'>;
beforeAll(async () => {
  portal = await startPortal({ services: ['application', 'payment'] });
});
afterAll(() => portal?.stop());

test('a draft that was saved comes back', async () => {
  const applicant = await portal.newcomer();
  await applicant.call('saveapplicationform', await applicationForm(applicant.person));
  const { body } = await applicant.call('getsaveformdata');
  expect(body.data).toMatchObject([{ aadhar: applicant.person.aadhar }]);
});

test('a day after its only payment failed, an application lets go of its Aadhaar', async () => {
  const [first, second] = [await portal.newcomer(), await portal.newcomer()];
  await portal.provider.pay({ order_id: await submit(first), outcome: 'failed' });
  const statusOfFirst = async () =>
    (await first.call('getticketsandprofile')).body.data[0]?.payment_status === 'F';
  await eventually(statusOfFirst);

  const { aadhar } = first.person;
  const ask = async () => (await second.call('checkaadhar', { aadhar })).body.status;
  expect(await ask()).toBe(421);
  await portal.clock.advance({ hours: 23 });
  expect(await ask()).toBe(421);
  await portal.clock.advance({ hours: 2 });
  expect(await ask()).toBe(200);
});
