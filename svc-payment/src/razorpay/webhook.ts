import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type EvidenceKind, toFailureKind } from '../domain/evidence.ts';

const text = z.string().max(200).nullish();
const amount = z.number().nullish();

/** Keeps amounts and states and drops all data of the payer. */
export const webhookSchema = z.object({
  event: z.string().max(100),
  created_at: z.number().nullish(),
  payload: z
    .object({
      payment: z.object({
        entity: z.object({
          id: z.string().min(1).max(100),
          order_id: text,
          amount,
          currency: text,
          status: text,
          method: text,
          amount_refunded: amount,
          error_code: text,
          error_reason: text,
        }),
      }),
      order: z.object({
        entity: z.object({ id: text, amount, amount_paid: amount, status: text, receipt: text }),
      }),
      refund: z.object({ entity: z.object({ id: text, payment_id: text, amount, status: text }) }),
      dispute: z.object({
        entity: z.object({
          id: text,
          payment_id: text,
          amount,
          amount_deducted: amount,
          status: text,
          phase: text,
        }),
      }),
    })
    .partial()
    .default({}),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** https://razorpay.com/docs/webhooks/payloads */
const KIND_BY_EVENT: Readonly<Record<string, EvidenceKind>> = {
  'payment.authorized': 'authorized',
  'payment.captured': 'captured',
  'order.paid': 'captured',
  'payment.failed': 'failed',
  'refund.created': 'refund-pending',
  'refund.processed': 'refund-processed',
  'refund.failed': 'refund-refused',
  'payment.dispute.created': 'dispute',
  'payment.dispute.under_review': 'dispute',
  'payment.dispute.action_required': 'dispute',
  'payment.dispute.won': 'dispute-won',
  'payment.dispute.lost': 'dispute-lost',
  'payment.dispute.closed': 'dispute-closed',
};

export function toEvidenceKind({ event, payload }: Webhook): EvidenceKind {
  const kind = (Object.hasOwn(KIND_BY_EVENT, event) ? KIND_BY_EVENT[event] : undefined) ?? 'other';
  return kind === 'failed' ? toFailureKind(kind, payload.payment?.entity.error_reason) : kind;
}

const SIGNATURE = /^[\da-f]{64}$/;

interface SignedMessage {
  readonly message: string | Buffer;
  /** 64 hexadecimal digits. */
  readonly signature: string;
  readonly secret: string;
}

/** Of a webhook or a callback: HMAC-SHA256, compared in constant time. */
export function hasValidSignature({ message, signature, secret }: SignedMessage): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  // Buffer ignores whatever follows the last valid digit.
  return SIGNATURE.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}
