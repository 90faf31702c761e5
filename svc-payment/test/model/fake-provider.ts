import { toRefundKey } from '../../src/domain/refund.ts';
import type { Provider } from '../../src/razorpay/provider.ts';
import { ProviderRejection, toFailure } from '../../src/razorpay/sdk.ts';
import type { ProcessRun } from './process-run.ts';
import type { ProviderState } from './provider-state.ts';

const createTimeout = () => toFailure({ statusCode: 0, error: { code: 'ECONNABORTED', description: '' } });
const createServerError = () =>
  toFailure({ statusCode: 502, error: { code: 'SERVER_ERROR', description: '' } });

/** The provider over its state, as one process run sees it. */
export function createFakeProvider(state: ProviderState, life: ProcessRun) {
  let late = 0;

  function reject(why: string): never {
    throw new ProviderRejection(why);
  }

  const provider: Provider = {
    findOrder: async ({ receipt, amount }) =>
      state.orders.find((order) => order.receipt === receipt && order.amount === amount),

    async createOrder({ receipt, amount }) {
      const id = `order_${receipt}_${state.orders.length + 1}`;
      const order = { id, receipt, amount, currency: 'INR', created_at: state.orders.length };
      state.orders.push(order);
      return order;
    },

    async listPayments(orderId) {
      return state.payments(late).filter(({ order_id }) => order_id === orderId);
    },

    async findPayment(paymentId) {
      return state.payments(late).find(({ id }) => id === paymentId);
    },

    async findDispute(disputeId) {
      return state.disputes.find(({ id }) => id === disputeId);
    },

    async capture({ id }) {
      const payment = state.find(id);
      if (payment?.status !== 'authorized') return reject('only authorised payments are captured');
      state.setStatus(id, 'captured');
      return { ...payment, status: 'captured' };
    },

    async refund({ paymentId }) {
      const key = toRefundKey(paymentId);
      const made = state.refunds.find((refund) => refund.key === key);
      if (made) return made;
      const payment = state.find(paymentId);
      if (!payment || !state.isUnrefundedCapture(payment)) return reject('nothing to refund');
      return state.createRefund(paymentId, { key, status: 'pending' });
    },

    async getRefund(_paymentId, refundId) {
      return state.refunds.find(({ id }) => id === refundId) ?? reject('unknown refund');
    },
  };

  const withFaults =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      life.reach('before any other word to the store');
      const outcome = life.nextCallOutcome();
      if (outcome === 'provider down') throw createServerError();
      const result = await call(...args);
      life.reach('the provider has refunded but the ledger has no record');
      if (outcome === 'answer lost') throw createTimeout();
      return result;
    };

  return {
    /** From now on returns payments as they were some changes ago. */
    answersLate: (changes: number): void => {
      late = changes;
    },
    provider: {
      findOrder: withFaults(provider.findOrder),
      createOrder: withFaults(provider.createOrder),
      listPayments: withFaults(provider.listPayments),
      findPayment: withFaults(provider.findPayment),
      findDispute: withFaults(provider.findDispute),
      capture: withFaults(provider.capture),
      refund: withFaults(provider.refund),
      getRefund: withFaults(provider.getRefund),
    } satisfies Provider,
  };
}
