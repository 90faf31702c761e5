import type { DeliveryFaults, Outcome } from './delivery-faults.ts';

/** One payment attempt at the provider's page, with the form of its callback. */
export interface PaymentAttempt {
  readonly paymentId: string;
  readonly callback: URLSearchParams;
}

interface PaymentResponse {
  readonly payment: { readonly id: string; readonly order_id: string };
  readonly callback: Record<string, string>;
}

const toFailureCallback = ({ id: payment_id, order_id }: PaymentResponse['payment']) => ({
  'error[code]': 'BAD_REQUEST_ERROR',
  'error[reason]': 'payment_failed',
  'error[metadata]': JSON.stringify({ payment_id, order_id }),
});

/** A portal whose clock is ten minutes ahead captures an authorised payment itself. */
const ALREADY_CAPTURED = /captured cannot become captured/;

/** Creates payments and refunds at the simulator, which sends the webhooks that the delivery faults leave. */
export function createProviderClient(simulator: string) {
  const request = async <Result>(path: 'payments' | 'refunds', body: object): Promise<Result> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${simulator}/sim/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the provider rejected the request: ${await response.text()}`);
    return (await response.json()) as Result;
  };
  const createAttempt = async (
    target: object,
    outcome: Outcome,
    deliveryFaults: DeliveryFaults,
  ): Promise<PaymentAttempt> => {
    const webhooks = deliveryFaults.createWebhooks(outcome);
    const { payment, callback } = await request<PaymentResponse>('payments', {
      ...target,
      outcome,
      ...(webhooks ? { webhooks } : {}),
    });
    const callbackForm = outcome === 'failed' ? toFailureCallback(payment) : callback;
    return { paymentId: payment.id, callback: new URLSearchParams(callbackForm) };
  };

  return {
    /** Pays an order with this outcome. */
    pay: (order_id: string, outcome: Outcome, deliveryFaults: DeliveryFaults) =>
      createAttempt({ order_id }, outcome, deliveryFaults),
    /** Captures a failed or authorized payment late; undefined when it is captured already. */
    captureLate: (payment_id: string, deliveryFaults: DeliveryFaults): Promise<PaymentAttempt | undefined> =>
      createAttempt({ payment_id }, 'captured', deliveryFaults).catch((error: Error) => {
        if (ALREADY_CAPTURED.test(error.message)) return undefined;
        throw error;
      }),
    /** Refunds a payment without the portal. */
    refund: (payment_id: string) => request<unknown>('refunds', { payment_id }),
  };
}
export type ProviderClient = ReturnType<typeof createProviderClient>;
