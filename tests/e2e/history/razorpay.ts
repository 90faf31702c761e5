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

/** The applicant leaves for the checkout and this happens there; nobody comes back. Gives the payment's id. */
export async function payWithoutReturn(
  portal: PortalAddresses,
  session: ApplicantSession,
  { method = 'card', ...payment }: Payment,
): Promise<string> {
  await session.call('postorderdata', { order_id: payment.order_id });
  return (await post(portal, '/sim/payments', { method, ...payment })).payment.id;
}

/** The bank changes its mind: a failed or held payment is taken after all. */
export const captureLate = (portal: PortalAddresses, payment_id: string) =>
  post(portal, '/sim/payments', { payment_id, outcome: 'captured' });

/** Somebody gives a payment back at the provider's own dashboard. */
export const refundManually = (portal: PortalAddresses, payment_id: string) =>
  post(portal, '/sim/refunds', { payment_id });

/** The applicant leaves for the checkout and is at the bank's page: a payment that has begun and has no end. */
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
  if (status !== 303) throw new Error(`The checkout answered ${status}`);
}

/** The same order is paid once more. */
export const payAgain = (portal: PortalAddresses, order_id: string) =>
  post(portal, '/sim/payments', { order_id, method: 'netbanking', outcome: 'captured' });
