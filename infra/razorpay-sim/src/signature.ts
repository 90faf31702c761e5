import { createHmac } from 'node:crypto';

/** Hex HMAC-SHA256: Razorpay's signature for callbacks and webhooks. */
export function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export type Callback = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

/** Fields that the browser posts to the merchant after a payment. */
export function signCallback(payment: { id: string; order_id: string }, keySecret: string): Callback {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: sign(`${payment.order_id}|${payment.id}`, keySecret),
  };
}
