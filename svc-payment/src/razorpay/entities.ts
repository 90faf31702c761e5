import * as z from 'zod';
import type { ProviderPayment } from '../domain/provider-payment.ts';

/** What is read of Razorpay's entities; card and contact data are left where they are. */
export const orderEntity = z.object({
  id: z.string(),
  receipt: z.string().nullish(),
  amount: z.coerce.number(),
  currency: z.string(),
  created_at: z.number(),
});
export type ProviderOrder = z.infer<typeof orderEntity>;

const text = z.string().nullish();
const paymentEntity = z.object({
  id: z.string(),
  order_id: text,
  amount: z.coerce.number(),
  currency: z.string(),
  status: z.literal(['created', 'authorized', 'captured', 'refunded', 'failed']),
  method: text,
  error_code: text,
  error_reason: text,
  /** By method; the names are Razorpay's. */
  acquirer_data: z
    .object({ rrn: text, bank_transaction_id: text, upi_transaction_id: text })
    .partial()
    .nullish()
    .catch(null),
  created_at: z.number(),
});

export const payment = paymentEntity.transform(
  (entity): ProviderPayment => ({
    id: entity.id,
    order_id: entity.order_id ?? null,
    amount: entity.amount,
    currency: entity.currency,
    status: entity.status,
    method: entity.method ?? null,
    bank_reference: bankReference(entity.acquirer_data ?? {}),
    error: entity.error_reason ?? entity.error_code ?? null,
    created_at: new Date(entity.created_at * 1000),
  }),
);

type AcquirerData = NonNullable<z.infer<typeof paymentEntity>['acquirer_data']>;

const bankReference = ({ rrn, bank_transaction_id, upi_transaction_id }: AcquirerData): string | null =>
  rrn ?? bank_transaction_id ?? upi_transaction_id ?? null;

export const refundEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.literal(['pending', 'processed', 'failed']),
});
export type ProviderRefund = z.infer<typeof refundEntity>;

export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });
