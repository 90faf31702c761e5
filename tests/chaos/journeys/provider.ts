import type { Outcome, Trouble } from './trouble.ts';

/** One try to pay at the provider's page, and what the browser is sent home with. */
export interface Tried {
  readonly paymentId: string;
  readonly callback: URLSearchParams;
}

interface Answer {
  readonly payment: { readonly id: string; readonly order_id: string };
  readonly callback: Record<string, string>;
}

const failure = ({ id: payment_id, order_id }: Answer['payment']) => ({
  'error[code]': 'BAD_REQUEST_ERROR',
  'error[reason]': 'payment_failed',
  'error[metadata]': JSON.stringify({ payment_id, order_id }),
});

/** By a clock ten minutes ahead the portal has waited long enough, and captures an authorised payment itself. */
const CAPTURED_BEFORE = /captured cannot become captured/;

/** The provider's side of payments: it takes the money, and sends the webhooks that the trouble leaves. */
export function providerAt(simulator: string) {
  const ask = async <Result>(what: 'payments' | 'refunds', body: object): Promise<Result> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${simulator}/sim/${what}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the provider refuses: ${await response.text()}`);
    return (await response.json()) as Result;
  };
  const tried = async (which: object, outcome: Outcome, trouble: Trouble): Promise<Tried> => {
    const webhooks = trouble.webhooksOf(outcome);
    const { payment, callback } = await ask<Answer>('payments', {
      ...which,
      outcome,
      ...(webhooks ? { webhooks } : {}),
    });
    const form = outcome === 'failed' ? failure(payment) : callback;
    return { paymentId: payment.id, callback: new URLSearchParams(form) };
  };

  return {
    /** Somebody pays, and this is how it ends. */
    pay: (order_id: string, outcome: Outcome, trouble: Trouble) => tried({ order_id }, outcome, trouble),
    /** An earlier payment that had failed or was only authorized is captured after all; undefined when it was already. */
    captureLate: (payment_id: string, trouble: Trouble): Promise<Tried | undefined> =>
      tried({ payment_id }, 'captured', trouble).catch((error: Error) => {
        if (CAPTURED_BEFORE.test(error.message)) return undefined;
        throw error;
      }),
    /** The money goes back without the portal. */
    giveBack: (payment_id: string) => ask<unknown>('refunds', { payment_id }),
  };
}
export type Provider = ReturnType<typeof providerAt>;
