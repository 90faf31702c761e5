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
  /** What the browser brings home from the checkout. */
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
  /** Or `payment_id`, of an earlier one that failed or is held. */
  readonly order_id?: string;
  readonly payment_id?: string;
  readonly outcome: 'captured' | 'failed' | 'authorized';
  readonly method?: 'card' | 'netbanking' | 'upi';
  /** Paise; the order's when left out. */
  readonly amount?: number;
  /** As Razorpay sends them when left out; `[]`: none. */
  readonly webhooks?: { event: string; after_ms: number; times: number }[];
}

interface ProviderFaults {
  readonly orders_api: 'ok' | 'down' | 'slow';
  readonly payments_api: 'ok' | 'down' | 'slow';
  readonly refunds_api: 'ok' | 'lose';
  readonly refunds_need_key: boolean;
  readonly webhooks: 'ok' | 'lose' | 'duplicate' | 'reorder' | 'delay';
  /** Share of requests or events that they strike, 0 to 1. */
  readonly rate: number;
  readonly delay_ms: number;
}

/** The simulator of Razorpay, as tests steer it (interfaces.md). */
export interface ProviderClient {
  readonly url: string;
  /** Money is taken, held or refused, and the webhooks go out; the callback is given, and brought home by nobody. */
  readonly pay: (options: PaymentOptions) => Promise<SimulatedPayment>;
  /** What goes wrong from now on; what is left out stays as it is. */
  readonly setFaults: (setFaults: Partial<ProviderFaults>) => Promise<unknown>;
  /** What happens there without us: refunds by hand, disputes, settlements. */
  readonly createRecord: <Result>(
    kind: 'refunds' | 'disputes' | 'settlements',
    body: object,
  ) => Promise<Result>;
  readonly ledger: () => Promise<Ledger>;
}

/** @param url where the simulator is */
export function createProviderClient(url: string): ProviderClient {
  const request = async <Result>(path: string, body?: object): Promise<Result> => {
    const headers = { 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/sim/${path}`, init);
    if (!response.ok) throw new Error(`/sim/${path} answered ${response.status}: ${await response.text()}`);
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
