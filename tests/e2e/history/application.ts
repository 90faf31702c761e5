import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts';
import {
  type ApplicantSession,
  completePayment,
  createProviderClient,
  eventually,
  type PortalAddresses,
  registerApplicant,
  submitNewApplication,
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

/** Waits until the record shows the payment and the ticket, which is slightly later than the ticket can be downloaded. */
export const waitUntilTicketed = (session: ApplicantSession): Promise<ApplicationRecord> =>
  eventually(
    async () => {
      const record = await readNewestRecord(session);
      return record.payment_status === 'S' && record.ticket_version === record.version && record;
    },
    { timeoutMs: 60_000 },
  );

/** A new applicant with a paid application and its ticket. */
export async function createPaidApplicant({
  origin,
  simulator,
}: Pick<PortalAddresses, 'origin' | 'simulator'>) {
  const session = await registerApplicant(origin);
  const order_id = await submitNewApplication(session);
  const { payment } = await completePayment(session, simulator, order_id);
  const { application_id } = await waitUntilTicketed(session);
  return { session, order_id, application_id, payment };
}

type PaymentOptions = Parameters<ReturnType<typeof createProviderClient>['pay']>[0];

/** Opens the checkout and creates this payment there, without the return. @returns the payment's id */
export async function payWithoutReturn(
  { simulator }: PortalAddresses,
  session: ApplicantSession,
  payment: PaymentOptions & { readonly order_id: string },
): Promise<string> {
  await session.call('postorderdata', { order_id: payment.order_id });
  return (await createProviderClient(simulator).pay(payment)).payment.id;
}

/** Late authorization: a failed or authorized payment is captured. */
export const captureLate = ({ simulator }: PortalAddresses, payment_id: string) =>
  createProviderClient(simulator).pay({ payment_id, outcome: 'captured' });

/** Refunds a payment on the provider's dashboard. */
export const refundManually = ({ simulator }: PortalAddresses, payment_id: string) =>
  createProviderClient(simulator).createRecord('refunds', { payment_id });

/** Opens the checkout up to the bank's page: a pending payment. */
export async function startBankPayment(
  portal: PortalAddresses,
  session: ApplicantSession,
  order_id: string,
): Promise<void> {
  const { body } = await session.call('postorderdata', { order_id });
  const { fields } = body.data[0] as { fields: Record<string, string> };
  const form = { ...fields, outcome: 'pay', method: 'netbanking', bank: 'SBIN', bank_page: '1' };
  const { status } = await fetch(`${portal.simulator}/v1/checkout/pay`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (status !== 303) throw new Error(`The checkout responded ${status}`);
}

/** The payments of an order, with their evidence. */
export async function readAttempts(
  session: ApplicantSession,
  order_id: string,
): Promise<readonly PaymentAttempt[]> {
  const { body } = await session.call('getpaymentattempts', { order_id, details: true });
  return body.data as unknown as readonly PaymentAttempt[];
}

/** The same order is paid once more. Ends when the service is sending the second payment back. */
export async function payAgain(
  { simulator }: PortalAddresses,
  session: ApplicantSession,
  order_id: string,
): Promise<void> {
  await createProviderClient(simulator).pay({ order_id, method: 'netbanking', outcome: 'captured' });
  await eventually(async () =>
    (await readAttempts(session, order_id)).some(({ returning_by }) => returning_by !== null),
  );
}
