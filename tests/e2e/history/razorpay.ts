import type { ApplicantSession, Portal } from '@archaka/test-kit';

interface Payment {
  readonly order_id: string;
  readonly outcome: 'captured' | 'failed' | 'authorized';
  readonly method?: 'card' | 'netbanking';
  /** None: the provider's webhooks are lost. */
  readonly webhooks?: readonly never[];
}

async function post(portal: Portal, path: string, body: object): Promise<{ payment: { id: string } }> {
  const response = await fetch(`${portal.simulator}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { payment: { id: string } };
}

/** The applicant leaves for the checkout and this happens there; nobody comes back. Gives the payment's id. */
export async function payWithoutReturn(
  portal: Portal,
  session: ApplicantSession,
  { method = 'card', ...payment }: Payment,
): Promise<string> {
  await session.call('postorderdata', { order_id: payment.order_id });
  return (await post(portal, '/sim/payments', { method, ...payment })).payment.id;
}

/** The bank changes its mind: a failed or held payment is taken after all. */
export const takeLate = (portal: Portal, payment_id: string) =>
  post(portal, '/sim/payments', { payment_id, outcome: 'captured' });

/** The same order is paid once more. */
export const payAgain = (portal: Portal, order_id: string) =>
  post(portal, '/sim/payments', { order_id, method: 'netbanking', outcome: 'captured' });
