import {
  type ApplicantSession,
  buildApplicationForm,
  eventually,
  type PartialPortal,
  startPortal,
  submitNewApplication,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let portal: PartialPortal<'application' | 'payment'>;
beforeAll(async () => {
  portal = await startPortal({
    services: ['application', 'payment'],
  });
});
afterAll(() => portal?.stop());

const readRecord = async (session: ApplicantSession) =>
  (await session.call('getticketsandprofile')).body.data[0] ?? {};

test('stores the form while Razorpay creates no orders, and continues at the next submission', async () => {
  const applicant = await portal.registerApplicant();
  const form = await buildApplicationForm(applicant.person, { save_id: 2 });
  await portal.provider.setFaults({ orders_api: 'down' });
  expect((await applicant.call('submitapplicationform', form)).body.orderId).toBeNull();

  await portal.provider.setFaults({ orders_api: 'ok' });
  const [draft] = (await applicant.call('getsaveformdata')).body.data;
  const { body } = await applicant.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
  expect(await readRecord(applicant)).toMatchObject({ order_id: body.orderId?.id, payment_status: '' });
});

test('reports a payment that was captured while the broker was down after it is back', async () => {
  const applicant = await portal.registerApplicant();
  const order_id = await submitNewApplication(applicant);
  portal.proxies.broker.cut();
  await portal.provider.pay({ order_id, outcome: 'captured' });
  await eventually(async () => {
    const { body } = await applicant.call('getpaymentattempts', { order_id });
    return body.data[0]?.state === 'taken';
  });
  expect(await readRecord(applicant)).toMatchObject({ payment_status: '' });

  portal.proxies.broker.restore();
  await eventually(async () => (await readRecord(applicant)).payment_status === 'S');
});
