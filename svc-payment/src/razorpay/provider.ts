import { CURRENCY } from '../domain/ledger.ts';
import type { ProviderPayment } from '../domain/provider-payment.ts';
import { refundKey } from '../domain/returning.ts';
import { ask, tell } from './asking.ts';
import {
  disputeEntity,
  listOf,
  orderEntity,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderRefund,
  payment,
  refundEntity,
} from './entities.ts';
import { ProviderRefused } from './failures.ts';
import { read } from './read.ts';
import { type Account, razorpaySdk } from './sdk.ts';

interface Wanted {
  readonly receipt: string;
  /** Paise. */
  readonly amount: number;
}

interface GivenBack {
  readonly payment_id: string;
  /** Paise. */
  readonly amount: number;
}

const nothingWhenRefused = (error: unknown): undefined => {
  if (error instanceof ProviderRefused) return undefined;
  throw error;
};

/**
 * Razorpay, as far as this service needs it. Questions are asked again when there is no answer, commands
 * are not. Everything throws PartDown when Razorpay does not answer in time, and ProviderRefused when it
 * will not do what it is told.
 */
export function razorpay(account: Account) {
  const sdk = razorpaySdk(account);
  const idempotent = (key: string) => razorpaySdk(account, { 'X-Refund-Idempotency': key });

  return {
    /** The order with our receipt; the oldest, should there be more. */
    async findOrder({ receipt, amount }: Wanted): Promise<ProviderOrder | undefined> {
      const { items } = read(listOf(orderEntity), await tell(() => sdk.orders.all({ receipt, count: 100 })));
      return items
        .filter(
          (order) => order.receipt === receipt && order.amount === amount && order.currency === CURRENCY,
        )
        .toSorted((one, other) => one.created_at - other.created_at)
        .at(0);
    },

    /** Makes a new order every time: ask `findOrder` first when an earlier answer may have got lost. */
    async createOrder({ receipt, amount }: Wanted): Promise<ProviderOrder> {
      return read(orderEntity, await tell(() => sdk.orders.create({ receipt, amount, currency: CURRENCY })));
    },

    /** All payments on an order. */
    async paymentsOf(orderId: string): Promise<ProviderPayment[]> {
      return read(listOf(payment), await ask(() => sdk.orders.fetchPayments(orderId))).items;
    },

    /** Undefined when Razorpay knows no such payment. */
    async findPayment(paymentId: string): Promise<ProviderPayment | undefined> {
      const answer = await ask(() => sdk.payments.fetch(paymentId)).catch(nothingWhenRefused);
      return answer && read(payment, answer);
    },

    /** Undefined when Razorpay knows no such dispute. */
    async findDispute(disputeId: string): Promise<ProviderDispute | undefined> {
      const answer = await ask(() => sdk.disputes.fetch(disputeId)).catch(nothingWhenRefused);
      return answer && read(disputeEntity, answer);
    },

    /** Takes the money of an authorised payment. */
    async capture({ id, amount, currency }: ProviderPayment): Promise<ProviderPayment> {
      return read(payment, await tell(() => sdk.payments.capture(id, amount, currency)));
    },

    /** Gives a payment back; however often it is called, it is one refund. */
    async refund({ payment_id, amount }: GivenBack): Promise<ProviderRefund> {
      const key = refundKey(payment_id);
      const asked = { amount, speed: 'normal', receipt: key } as const;
      return read(refundEntity, await tell(() => idempotent(key).payments.refund(payment_id, asked)));
    },

    async getRefund(paymentId: string, refundId: string): Promise<ProviderRefund> {
      return read(refundEntity, await ask(() => sdk.payments.fetchRefund(paymentId, refundId)));
    },
  };
}
export type Provider = ReturnType<typeof razorpay>;
