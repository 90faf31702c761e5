import type { Notes, Order } from '../entities.ts';
import { createId, getUnixTime } from '../ids.ts';
import type { Simulator } from '../simulator.ts';

export type OrderRequest = {
  amount: number;
  receipt: string | null;
  notes: Notes;
  capture: 'automatic' | 'manual';
};

/** Always creates a new order: Razorpay does not deduplicate by receipt. */
export function createOrder(simulator: Simulator, { amount, receipt, notes, capture }: OrderRequest): Order {
  const order: Order = {
    id: createId('order_'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: getUnixTime(),
  };
  simulator.recordEvents([{ fact: 'order', record: { order, capture } }], []);
  return order;
}
