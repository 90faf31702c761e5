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
  parseResponse,
  paymentSchema,
  refundSchema,
} from './entities.ts';
import {
  createRazorpaySdk,
  ProviderRejection,
  type RazorpayAccount,
  sendOnce,
  sendWithRetry,
} from './sdk.ts';

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
