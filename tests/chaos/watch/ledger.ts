/** The provider's ledger from the simulator; amounts in paise. */
export interface Ledger {
  readonly orders: readonly { id: string; receipt: string; status: string }[];
  readonly payments: readonly {
    id: string;
    order_id: string;
    captured: boolean;
    amount: number;
    amount_refunded: number;
  }[];
  readonly refunds: readonly { id: string; payment_id: string; amount: number; status: string }[];
  readonly deliveries: readonly { payment_id: string; state: string }[];
}

export async function readLedger(simulator: string): Promise<Ledger> {
  return (await (await fetch(`${simulator}/sim/ledger`)).json()) as Ledger;
}
