import { buildApplicationForm, type PartialPortal, startPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let portal: PartialPortal<'application' | 'payment'>;
beforeAll(async () => {
  portal = await startPortal({ services: ['application', 'payment'] });
});
afterAll(() => portal?.stop());

test('stores the form while Razorpay creates no orders, and continues at the next submission', async () => {
  const applicant = await portal.registerApplicant();
  const form = await buildApplicationForm(applicant.person, { save_id: 2 });
  await portal.provider.setFaults({ orders_api: 'down' });
  expect((await applicant.call('submitapplicationform', form)).body.orderId).toBeNull();

  await portal.provider.setFaults({ orders_api: 'ok' });
  const [draft] = (await applicant.call('getsaveformdata')).body.data;
  const { body } = await applicant.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
  expect((await applicant.call('getticketsandprofile')).body.data).toMatchObject([
    { order_id: body.orderId?.id, payment_status: '' },
  ]);
});
