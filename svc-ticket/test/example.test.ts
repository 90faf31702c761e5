import {
  completePayment,
  eventually,
  startPortal,
  submitNewApplication,
  waitForTicket,
} from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';

const portal = await startPortal({ services: ['application', 'payment', 'ticket'] });
afterAll(() => portal.stop());

test('issues a ticket that was paid while svc-ticket was down', async () => {
  const applicant = await portal.registerApplicant();
  await portal.kill('ticket');
  await completePayment(applicant, portal.provider.url, await submitNewApplication(applicant));
  const { application_id } = await eventually(async () => {
    const [record] = (await applicant.call('getticketsandprofile')).body.data;
    return record?.payment_status === 'S' && record;
  });

  await portal.start('ticket');
  const ticket = await waitForTicket(applicant, String(application_id));
  expect(await ticket.text()).toMatch(/^%PDF-/);
});
