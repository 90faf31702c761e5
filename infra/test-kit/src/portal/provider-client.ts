interface Payment {
  readonly id: string;
  readonly order_id: string;
  readonly status: string;
  /** Paise, both. */
  readonly amount: number;
  readonly amount_refunded: number;
}

export interface SimulatedPayment {
  readonly payment: Payment;
  /** Fields that the browser posts after the checkout. */
  readonly callback: Record<string, string>;
}

interface Ledger {
  readonly orders: { id: string; receipt: string; amount: number }[];
  readonly payments: Payment[];
  readonly refunds: { payment_id: string; amount: number }[];
  readonly deliveries: {
    event: string;
    event_id: string;
    payment_id: string;
    state: string;
    last_status: number | null;
  }[];
}

interface PaymentOptions {
  /** Or `payment_id` of an earlier payment that failed or is authorized. */
  readonly order_id?: string;
  readonly payment_id?: string;
  readonly outcome: 'captured' | 'failed' | 'authorized';
  readonly method?: 'card' | 'netbanking' | 'upi';
  /** Paise; default: the order's amount. */
  readonly amount?: number;
  /** Default: Razorpay's webhooks; `[]`: none. */
  readonly webhooks?: { event: string; after_ms: number; times: number }[];
}

interface ProviderFaults {
  readonly orders_api: 'ok' | 'down' | 'slow';
  readonly payments_api: 'ok' | 'down' | 'slow';
  readonly refunds_api: 'ok' | 'lose';
  readonly webhooks: 'ok' | 'lose' | 'duplicate' | 'reorder' | 'delay';
  /** Share of affected requests or events, 0 to 1. */
  readonly rate: number;
  readonly delay_ms: number;
}

/** The control interface of the Razorpay simulator (interfaces.md). */
export interface ProviderClient {
  readonly url: string;
  /** Creates a payment and sends its webhooks. Returns the callback, without posting it. */
  readonly pay: (options: PaymentOptions) => Promise<SimulatedPayment>;
  /** Sets faults; omitted ones do not change. */
  readonly setFaults: (setFaults: Partial<ProviderFaults>) => Promise<unknown>;
  /** Creates records at the provider: manual refunds, disputes, settlements. */
  readonly createRecord: <Result>(
    kind: 'refunds' | 'disputes' | 'settlements',
    body: object,
  ) => Promise<Result>;
  readonly ledger: () => Promise<Ledger>;
}

/** @param url the simulator's address */
export function createProviderClient(url: string): ProviderClient {
  const request = async <Result>(path: string, body?: object): Promise<Result> => {
    const headers = { 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/sim/${path}`, init);
    if (!response.ok) throw new Error(`/sim/${path} responded ${response.status}: ${await response.text()}`);
    return response.json() as Promise<Result>;
  };
  return {
    url,
    pay: (options) => request('payments', { method: 'card', ...options }),
    setFaults: (faults) => request('faults', faults),
    createRecord: request,
    ledger: () => request('ledger'),
  };
}
