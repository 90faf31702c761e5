/**
 * Razorpay's entities in wire format. Amounts are paise, times are seconds since 1970.
 * https://razorpay.com/docs/api/orders/entity, …/api/payments/entity, …/api/refunds/entity
 */
export type Notes = Record<string, string | number> | never[];

export type Order = {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: 'INR';
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
};

export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
export const paymentMethods = ['card', 'netbanking', 'upi'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * `intent` covers the QR code too: both pass one link to the payer's app. The account and its UPI ID are unknown
 * until that app responds.
 */
export type UpiDetails = { flow: 'intent'; vpa?: string; payer_account_type?: 'bank_account' };

export type PaymentError = {
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
};

export type Payment = {
  id: string;
  entity: 'payment';
  amount: number;
  currency: 'INR';
  status: PaymentStatus;
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: PaymentMethod;
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  captured: boolean;
  description: string | null;
  card_id: string | null;
  bank: string | null;
  wallet: null;
  vpa: string | null;
  email: string;
  contact: string;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
  /** Only of a UPI payment. */
  upi?: UpiDetails;
} & PaymentError;

export type Card = {
  id: string;
  entity: 'card';
  name: string;
  last4: string;
  network: string;
  type: 'debit';
  issuer: string | null;
  international: boolean;
  emi: false;
  sub_type: 'consumer';
};

export type Refund = {
  id: string;
  entity: 'refund';
  amount: number;
  currency: 'INR';
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed';
  speed_processed: 'normal';
  speed_requested: 'normal' | 'optimum';
};

export type Collection<Item> = { entity: 'collection'; count: number; items: Item[] };

export function toCollection<Item>(items: Item[]): Collection<Item> {
  return { entity: 'collection', count: items.length, items };
}
