import type { ApplicantSession, PortalAddresses } from '@archaka/test-kit';

interface Payment {
  readonly order_id: string;
  readonly outcome: 'captured' | 'failed' | 'authorized';
  readonly method?: 'card' | 'netbanking';
  /** None: the provider's webhooks are lost. */
  readonly webhooks?: readonly never[];
}

async function post(
  portal: PortalAddresses,
  path: string,
  body: object,
): Promise<{ payment: { id: string } }> {
  const response = await fetch(`${portal.simulator}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { payment: { id: string } };
}

/** Opens the checkout and creates this payment there, without the return. @returns the payment's id */
export async function payWithoutReturn(
  portal: PortalAddresses,
  session: ApplicantSession,
  { method = 'card', ...payment }: Payment,
): Promise<string> {
  await session.call('postorderdata', { order_id: payment.order_id });
  return (await post(portal, '/sim/payments', { method, ...payment })).payment.id;
}

/** Late authorization: a failed or authorized payment is captured. */
export const captureLate = (portal: PortalAddresses, payment_id: string) =>
  post(portal, '/sim/payments', { payment_id, outcome: 'captured' });

/** Refunds a payment on the provider's dashboard. */
export const refundManually = (portal: PortalAddresses, payment_id: string) =>
  post(portal, '/sim/refunds', { payment_id });

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

/** The same order is paid once more. */
export const payAgain = (portal: PortalAddresses, order_id: string) =>
  post(portal, '/sim/payments', { order_id, method: 'netbanking', outcome: 'captured' });
