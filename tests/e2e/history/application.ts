import type { ApplicationRecord } from '@archaka/contracts';
import {
  type ApplicantSession,
  completePayment,
  eventually,
  type PortalAddresses,
  registerApplicant,
  submitNewApplication,
  waitForTicket,
} from '@archaka/test-kit';

/** The applicant's newest application. */
export async function readNewestRecord(session: ApplicantSession): Promise<ApplicationRecord> {
  const { body } = await session.call('getticketsandprofile');
  return body.data[0] as unknown as ApplicationRecord;
}

/** Changes an application like another device, without the open page. */
export async function editApplication(
  session: ApplicantSession,
  application_id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const filled = (await session.call('getapplicationform', { application_id })).body.data[0];
  const { body } = await session.call('upadteapplication', { ...filled, save_id: 2, ...changes });
  if (body.status !== 200) throw new Error(`not changed: ${JSON.stringify(body)}`);
}

/** A new applicant with a paid application and its ticket. */
export async function createPaidApplicant({
  origin,
  simulator,
}: Pick<PortalAddresses, 'origin' | 'simulator'>) {
  const session = await registerApplicant(origin);
  const order_id = await submitNewApplication(session);
  const { payment } = await completePayment(session, simulator, order_id);
  const { application_id } = await readNewestRecord(session);
  await waitForTicket(session, application_id);
  await eventually(async () => (await readNewestRecord(session)).payment_status === 'S');
  return { session, order_id, application_id, payment };
}
