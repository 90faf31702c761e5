import * as z from 'zod';
import { CURRENCY, type ProviderPayment } from '../domain/ledger.ts';
import { toRefundKey } from '../domain/refund.ts';
import {
  createRazorpaySdk,
  ProviderRejection,
  type RazorpayAccount,
  sendOnce,
  sendWithRetry,
  toFailure,
} from './sdk.ts';

/** Without card and contact data. */
const orderSchema = z.object({
  id: z.string(),
  receipt: z.string().nullish(),
  amount: z.coerce.number(),
  currency: z.string(),
  created_at: z.number(),
});
type ProviderOrder = z.infer<typeof orderSchema>;

const text = z.string().nullish();
const paymentEntitySchema = z.object({
  id: z.string(),
  order_id: text,
  amount: z.coerce.number(),
  currency: z.string(),
  status: z.literal(['created', 'authorized', 'captured', 'refunded', 'failed']),
  captured: z.boolean().nullish(),
  method: text,
  error_code: text,
  error_reason: text,
  acquirer_data: z
    .object({ rrn: text, bank_transaction_id: text, upi_transaction_id: text })
    .partial()
    .nullish()
    .catch(null),
  amount_refunded: z.coerce.number().nullish(),
  created_at: z.number(),
});

const toPayment = (entity: z.infer<typeof paymentEntitySchema>): ProviderPayment => ({
  id: entity.id,
  order_id: entity.order_id ?? null,
  amount: entity.amount,
  currency: entity.currency,
  status: entity.status,
  captured: entity.captured ?? entity.status === 'captured',
  method: entity.method ?? null,
  bank_reference: toBankReference(entity.acquirer_data ?? {}),
  error: entity.error_reason ?? entity.error_code ?? null,
  created_at: new Date(entity.created_at * 1000),
});

const paymentSchema = paymentEntitySchema.transform(toPayment);

export interface ListedPayment extends ProviderPayment {
  /** Paise. */
  readonly amount_refunded: number;
}
const listedPaymentSchema = paymentEntitySchema.transform(
  (entity): ListedPayment => ({ ...toPayment(entity), amount_refunded: entity.amount_refunded ?? 0 }),
);

type AcquirerData = NonNullable<z.infer<typeof paymentEntitySchema>['acquirer_data']>;

const toBankReference = ({ rrn, bank_transaction_id, upi_transaction_id }: AcquirerData): string | null =>
  rrn ?? bank_transaction_id ?? upi_transaction_id ?? null;

const refundSchema = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.literal(['pending', 'processed', 'failed']),
});
export type ProviderRefund = z.infer<typeof refundSchema>;

/** https://razorpay.com/docs/api/settlements/fetch-recon */
const settledEntitySchema = z.object({
  entity_id: z.string(),
  type: z.string(),
  /** Paise, like the other amounts. */
  amount: z.coerce.number(),
  credit: z.coerce.number(),
  debit: z.coerce.number(),
  currency: z.string(),
  fee: z.coerce.number(),
  tax: z.coerce.number(),
  settled_at: z.number().nullish(),
  settlement_id: text,
  settlement_utr: text,
  /** Of a refund or a dispute. */
  payment_id: text,
  order_id: text,
  order_receipt: text,
  method: text,
});
export type SettledEntity = z.infer<typeof settledEntitySchema>;

/** https://razorpay.com/docs/api/disputes/entity */
const disputeSchema = z.object({
  id: z.string(),
  payment_id: z.string(),
  /** Paise returned to the payer's bank; 0 until the dispute is lost. */
  amount_deducted: z.coerce.number(),
  status: z.string(),
});
export type ProviderDispute = z.infer<typeof disputeSchema>;

const createListSchema = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });

/** A malformed response counts as no response. @throws DependencyUnavailable */
const parseResponse = <Schema extends z.ZodType>(schema: Schema, response: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(response);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
};

interface OrderRequest {
  readonly receipt: string;
  /** Paise. */
  readonly amount: number;
}

const ignoreRejection = (error: unknown): undefined => {
  if (error instanceof ProviderRejection) return undefined;
  throw error;
};

/** Queries are retried, commands are not. @throws DependencyUnavailable, ProviderRejection (commands) */
export function createProvider(account: RazorpayAccount) {
  const sdk = createRazorpaySdk(account);
  return {
    /** Returns the oldest order with the receipt. */
    async findOrder({ receipt, amount }: OrderRequest): Promise<ProviderOrder | undefined> {
      const response = await sendOnce(() => sdk.orders.all({ receipt, count: 100 }));
      return parseResponse(createListSchema(orderSchema), response)
        .items.filter(
          (order) => order.receipt === receipt && order.amount === amount && order.currency === CURRENCY,
        )
        .toSorted((one, other) => one.created_at - other.created_at)
        .at(0);
    },

    /** Not idempotent: call `findOrder` first when an earlier response may have been lost. */
    async createOrder({ receipt, amount }: OrderRequest): Promise<ProviderOrder> {
      const response = await sendOnce(() => sdk.orders.create({ receipt, amount, currency: CURRENCY }));
      return parseResponse(orderSchema, response);
    },

    async listPayments(orderId: string): Promise<ProviderPayment[]> {
      const response = await sendWithRetry(() => sdk.orders.fetchPayments(orderId));
      return parseResponse(createListSchema(paymentSchema), response).items;
    },

    async findPayment(paymentId: string): Promise<ProviderPayment | undefined> {
      const response = await sendWithRetry(() => sdk.payments.fetch(paymentId)).catch(ignoreRejection);
      return response && parseResponse(paymentSchema, response);
    },

    async findDispute(disputeId: string): Promise<ProviderDispute | undefined> {
      const response = await sendWithRetry(() => sdk.disputes.fetch(disputeId)).catch(ignoreRejection);
      return response && parseResponse(disputeSchema, response);
    },

    async capture({ id, amount, currency }: ProviderPayment): Promise<ProviderPayment> {
      return parseResponse(paymentSchema, await sendOnce(() => sdk.payments.capture(id, amount, currency)));
    },

    /** Idempotent: a payment has one refund. */
    async refund({ paymentId, amount }: { paymentId: string; amount: number }): Promise<ProviderRefund> {
      const receipt = toRefundKey(paymentId);
      const idempotentSdk = createRazorpaySdk(account, { 'X-Refund-Idempotency': receipt });
      const request = { amount, speed: 'normal', receipt } as const;
      const response = await sendOnce(() => idempotentSdk.payments.refund(paymentId, request));
      return parseResponse(refundSchema, response);
    },

    async getRefund(paymentId: string, refundId: string): Promise<ProviderRefund> {
      const response = await sendWithRetry(() => sdk.payments.fetchRefund(paymentId, refundId));
      return parseResponse(refundSchema, response);
    },
  };
}
export type Provider = ReturnType<typeof createProvider>;

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** Both ends are inclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** Maxima: https://razorpay.com/docs/api/payments/fetch-all-payments, …/api/settlements/fetch-recon */
const PAGE_SIZES = { payments: 100, refunds: 100, disputes: 100, settled: 1000 };

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** New entries shift the pages meanwhile, so an item may appear twice. */
async function* readPages<Item extends z.ZodType>(
  item: Item,
  count: number,
  fetchPage: (range: { count: number; skip: number }) => Promise<unknown>,
): AsyncGenerator<z.output<Item>[]> {
  for (let skip = 0; ; skip += count) {
    const { items } = parseResponse(
      createListSchema(item),
      await sendWithRetry(() => fetchPage({ count, skip })),
    );
    if (items.length > 0) yield items;
    if (items.length < count) return;
  }
}

/** @throws DependencyUnavailable (every function) when Razorpay does not answer in time */
export function createProviderRecords(account: RazorpayAccount) {
  const sdk = createRazorpaySdk(account);
  return {
    /** Newest first, by creation time. */
    listPayments: ({ from, to }: TimeRange) =>
      readPages(listedPaymentSchema, PAGE_SIZES.payments, (range) =>
        sdk.payments.all({ from: toSeconds(from), to: toSeconds(to), ...range }),
      ),

    /** At most 100. */
    async listRefunds(paymentId: string): Promise<ProviderRefund[]> {
      const page = { count: PAGE_SIZES.refunds };
      const response = await sendWithRetry(() => sdk.payments.fetchMultipleRefund(paymentId, page));
      return parseResponse(createListSchema(refundSchema), response).items;
    },

    async findChargedBackIds(): Promise<Set<string>> {
      const paymentIds = new Set<string>();
      const pages = readPages(disputeSchema, PAGE_SIZES.disputes, (range) => sdk.disputes.all(range));
      for await (const page of pages)
        for (const { payment_id, status } of page) if (status === 'lost') paymentIds.add(payment_id);
      return paymentIds;
    },

    listSettled: (day: CalendarDay) =>
      readPages(settledEntitySchema, PAGE_SIZES.settled, (range) =>
        sdk.settlements.reports({ ...day, ...range }),
      ),
  };
}
export type ProviderRecords = ReturnType<typeof createProviderRecords>;
