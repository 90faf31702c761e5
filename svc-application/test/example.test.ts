import { eventually, type PartialPortal, startPortal, submitNewApplication } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let portal: PartialPortal<'application' | 'payment'>;
beforeAll(async () => {
  portal = await startPortal({ services: ['application', 'payment'] });
});
afterAll(() => portal?.stop());

test("releases an application's Aadhaar a day after its only payment failed", async () => {
  const [first, second] = [await portal.registerApplicant(), await portal.registerApplicant()];
  await portal.provider.pay({ order_id: await submitNewApplication(first), outcome: 'failed' });
  const hasFailed = async () =>
    (await first.call('getticketsandprofile')).body.data[0]?.payment_status === 'F';
  await eventually(hasFailed);

  const { aadhar } = first.person;
  const checkAadhaar = async () => (await second.call('checkaadhar', { aadhar })).body.status;
  expect(await checkAadhaar()).toBe(421);
  await portal.clock.advance({ hours: 23 });
  expect(await checkAadhaar()).toBe(421);
  await portal.clock.advance({ hours: 2 });
  expect(await checkAadhaar()).toBe(200);
});
