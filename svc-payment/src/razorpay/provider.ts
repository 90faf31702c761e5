import type Razorpay from 'razorpay';
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
import { ProviderRejection } from './failures.ts';
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

export interface Provider {
  /** Returns the oldest order with the receipt. */
  readonly findOrder: (request: OrderRequest) => Promise<ProviderOrder | undefined>;
  /** Not idempotent: call `findOrder` first when an earlier response may have been lost. */
  readonly createOrder: (request: OrderRequest) => Promise<ProviderOrder>;
  readonly listPayments: (orderId: string) => Promise<ProviderPayment[]>;
  readonly findPayment: (paymentId: string) => Promise<ProviderPayment | undefined>;
  readonly findDispute: (disputeId: string) => Promise<ProviderDispute | undefined>;
  readonly capture: (payment: ProviderPayment) => Promise<ProviderPayment>;
  /** Idempotent: a payment has one refund. */
  readonly refund: (request: RefundRequest) => Promise<ProviderRefund>;
  readonly getRefund: (paymentId: string, refundId: string) => Promise<ProviderRefund>;
}

function createRefunds(account: RazorpayAccount, sdk: Razorpay): Pick<Provider, 'refund' | 'getRefund'> {
  const createIdempotentSdk = (key: string) => createRazorpaySdk(account, { 'X-Refund-Idempotency': key });

  return {
    async refund({ paymentId, amount }) {
      const key = toRefundKey(paymentId);
      const request = { amount, speed: 'normal', receipt: key } as const;
      return parseResponse(
        refundSchema,
        await sendOnce(() => createIdempotentSdk(key).payments.refund(paymentId, request)),
      );
    },

    async getRefund(paymentId, refundId) {
      return parseResponse(
        refundSchema,
        await sendWithRetry(() => sdk.payments.fetchRefund(paymentId, refundId)),
      );
    },
  };
}

/** Queries are retried, commands are not. @throws DependencyUnavailable, ProviderRejection (commands) */
export function createProvider(account: RazorpayAccount): Provider {
  const sdk = createRazorpaySdk(account);

  return {
    ...createRefunds(account, sdk),

    async findOrder({ receipt, amount }) {
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

    async createOrder({ receipt, amount }) {
      return parseResponse(
        orderSchema,
        await sendOnce(() => sdk.orders.create({ receipt, amount, currency: CURRENCY })),
      );
    },

    async listPayments(orderId) {
      return parseResponse(
        createListSchema(paymentSchema),
        await sendWithRetry(() => sdk.orders.fetchPayments(orderId)),
      ).items;
    },

    async findPayment(paymentId) {
      const response = await sendWithRetry(() => sdk.payments.fetch(paymentId)).catch(ignoreRejection);
      return response && parseResponse(paymentSchema, response);
    },

    async findDispute(disputeId) {
      const response = await sendWithRetry(() => sdk.disputes.fetch(disputeId)).catch(ignoreRejection);
      return response && parseResponse(disputeSchema, response);
    },

    async capture({ id, amount, currency }) {
      return parseResponse(paymentSchema, await sendOnce(() => sdk.payments.capture(id, amount, currency)));
    },
  };
}
