import { CURRENCY } from '../domain/ledger.ts';
import type { ProviderPayment } from '../domain/provider-payment.ts';
import { toRefundKey } from '../domain/refund.ts';
import {
  createListSchema,
  disputeSchema,
  orderSchema,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderRefund,
  paymentSchema,
  refundSchema,
} from './entities.ts';
import { ProviderRejection } from './failures.ts';
import { parseResponse } from './parse-response.ts';
import { sendOnce, sendWithRetry } from './request-policy.ts';
import { createRazorpaySdk, type RazorpayAccount } from './sdk.ts';

interface OrderRequest {
  readonly receipt: string;
  /** Paise. */
  readonly amount: number;
}

interface RefundRequest {
  readonly paymentId: string;
  /** Paise. */
  readonly amount: number;
}

const ignoreRejection = (error: unknown): undefined => {
  if (error instanceof ProviderRejection) return undefined;
  throw error;
};

/**
 * Razorpay, as far as this service needs it. Questions are asked again when there is no answer, commands
 * are not. Everything throws PartDown when Razorpay does not answer in time, and ProviderRefused when it
 * will not do what it is told.
 */
export function createProvider(account: RazorpayAccount) {
  const sdk = createRazorpaySdk(account);
  const createIdempotentSdk = (key: string) => createRazorpaySdk(account, { 'X-Refund-Idempotency': key });

  return {
    /** The order with our receipt; the oldest, should there be more. */
    async findOrder({ receipt, amount }: OrderRequest): Promise<ProviderOrder | undefined> {
      const { items } = parseResponse(
        createListSchema(orderSchema),
        await sendOnce(() => sdk.orders.all({ receipt, count: 100 })),
      );
      return items
        .filter(
          (order) => order.receipt === receipt && order.amount === amount && order.currency === CURRENCY,
        )
        .toSorted((one, other) => one.created_at - other.created_at)
        .at(0);
    },

    /** Makes a new order every time: ask `findOrder` first when an earlier answer may have got lost. */
    async createOrder({ receipt, amount }: OrderRequest): Promise<ProviderOrder> {
      return parseResponse(
        orderSchema,
        await sendOnce(() => sdk.orders.create({ receipt, amount, currency: CURRENCY })),
      );
    },

    /** All payments on an order. */
    async listPayments(orderId: string): Promise<ProviderPayment[]> {
      return parseResponse(
        createListSchema(paymentSchema),
        await sendWithRetry(() => sdk.orders.fetchPayments(orderId)),
      ).items;
    },

    /** Undefined when Razorpay knows no such payment. */
    async findPayment(paymentId: string): Promise<ProviderPayment | undefined> {
      const response = await sendWithRetry(() => sdk.payments.fetch(paymentId)).catch(ignoreRejection);
      return response && parseResponse(paymentSchema, response);
    },

    /** Undefined when Razorpay knows no such dispute. */
    async findDispute(disputeId: string): Promise<ProviderDispute | undefined> {
      const response = await sendWithRetry(() => sdk.disputes.fetch(disputeId)).catch(ignoreRejection);
      return response && parseResponse(disputeSchema, response);
    },

    /** Takes the money of an authorised payment. */
    async capture({ id, amount, currency }: ProviderPayment): Promise<ProviderPayment> {
      return parseResponse(paymentSchema, await sendOnce(() => sdk.payments.capture(id, amount, currency)));
    },

    /** Gives a payment back; however often it is called, it is one refund. */
    async refund({ paymentId, amount }: RefundRequest): Promise<ProviderRefund> {
      const key = toRefundKey(paymentId);
      const request = { amount, speed: 'normal', receipt: key } as const;
      return parseResponse(
        refundSchema,
        await sendOnce(() => createIdempotentSdk(key).payments.refund(paymentId, request)),
      );
    },

    async getRefund(paymentId: string, refundId: string): Promise<ProviderRefund> {
      return parseResponse(
        refundSchema,
        await sendWithRetry(() => sdk.payments.fetchRefund(paymentId, refundId)),
      );
    },
  };
}
export type Provider = ReturnType<typeof createProvider>;
