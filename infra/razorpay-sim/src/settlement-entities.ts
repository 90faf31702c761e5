import type { Card, PaymentMethod } from './entities.ts';

/** A payout to the merchant's bank: https://razorpay.com/docs/api/settlements/entity */
export type Settlement = {
  id: string;
  entity: 'settlement';
  amount: number;
  status: 'processed';
  fees: number;
  tax: number;
  utr: string;
  created_at: number;
};

/** One line of a settlement: https://razorpay.com/docs/api/settlements/fetch-recon */
export type ReconItem = {
  entity_id: string;
  type: 'payment' | 'refund' | 'adjustment';
  debit: number;
  credit: number;
  amount: number;
  currency: 'INR';
  fee: number;
  tax: number;
  on_hold: boolean;
  settled: boolean;
  created_at: number;
  settled_at: number;
  settlement_id: string;
  posted_at: null;
  credit_type: 'default';
  description: string | null;
  /** JSON text */
  notes: string | null;
  payment_id: string | null;
  settlement_utr: string;
  order_id: string | null;
  order_receipt: string | null;
  method: PaymentMethod | null;
  card_network: Card['network'] | null;
  card_issuer: Card['issuer'];
  card_type: Card['type'] | null;
  dispute_id: string | null;
};
