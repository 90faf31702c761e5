import type { ProviderPayment } from '../../src/domain/provider-payment.ts';
import { refundKey } from '../../src/domain/returning.ts';
import { failureOf, ProviderRefused } from '../../src/razorpay/failures.ts';
import type { Provider } from '../../src/razorpay/provider.ts';
import type { Life } from './life.ts';
import type { ProviderBooks } from './provider-books.ts';

/** What the provider showed of an order when it was asked last. */
export interface Shown {
  readonly whole: boolean;
  readonly payments: readonly ProviderPayment[];
}

const noAnswer = () => failureOf({ statusCode: 0, error: { code: 'ECONNABORTED', description: '' } });
const down = () => failureOf({ statusCode: 502, error: { code: 'SERVER_ERROR', description: '' } });

/** The provider over its books, as one life of the service sees it; `shown` is what the model goes by. */
export function providerOver(books: ProviderBooks, life: Life) {
  const shown = new Map<string, Shown>();
  const refusedRefunds = new Set<string>();
  let late = 0;

  const replace = (changed: ProviderPayment): void => {
    const { whole = false, payments = [] } = shown.get(changed.order_id ?? '') ?? {};
    const now = payments.map((payment) => (payment.id === changed.id ? changed : payment));
    shown.set(changed.order_id ?? '', { whole, payments: now });
  };

  function refuse(why: string): never {
    throw new ProviderRefused(why);
  }

  const provider: Provider = {
    findOrder: async ({ receipt, amount }) =>
      books.orders.find((order) => order.receipt === receipt && order.amount === amount),

    async createOrder({ receipt, amount }) {
      const id = `order_${receipt}_${books.orders.length + 1}`;
      const order = { id, receipt, amount, currency: 'INR', created_at: books.orders.length };
      books.orders.push(order);
      return order;
    },

    async paymentsOf(orderId) {
      return books.payments(late).filter(({ order_id }) => order_id === orderId);
    },

    async findPayment(paymentId) {
      return books.payments(late).find(({ id }) => id === paymentId);
    },

    async findDispute(disputeId) {
      return books.disputes.find(({ id }) => id === disputeId);
    },

    async capture({ id }) {
      const payment = books.find(id);
      if (payment?.status !== 'authorized') return refuse('only authorised payments are captured');
      books.move(id, 'captured');
      return { ...payment, status: 'captured' };
    },

    async refund({ payment_id }) {
      const key = refundKey(payment_id);
      const made = books.refunds.find((refund) => refund.key === key);
      if (made) return made;
      const payment = books.find(payment_id);
      if (!payment || !books.isKept(payment)) {
        refusedRefunds.add(payment_id);
        return refuse('there is nothing to give back');
      }
      return books.giveBack(payment_id, { key, status: 'pending' });
    },

    async getRefund(_paymentId, refundId) {
      return books.refunds.find(({ id }) => id === refundId) ?? refuse('there is no such refund');
    },
  };

  /** A call that may go wrong, and what the caller has seen once it has heard the answer. */
  const faulty =
    <Asked extends unknown[], Answer>(
      call: (...asked: Asked) => Promise<Answer>,
      see: (answer: Answer, ...asked: Asked) => void = () => undefined,
    ) =>
    async (...asked: Asked): Promise<Answer> => {
      life.pass('before any other word to the store');
      const goes = life.callGoes();
      if (goes === 'provider down') throw down();
      const answer = await call(...asked);
      life.pass('the provider has done it and it is not kept');
      if (goes === 'answer lost') throw noAnswer();
      see(answer, ...asked);
      return answer;
    };

  return {
    shown,
    /** From now on it answers questions about payments as it would have some changes ago. */
    answersLate: (changes: number): void => {
      late = changes;
    },
    provider: {
      findOrder: faulty(provider.findOrder),
      createOrder: faulty(provider.createOrder),
      paymentsOf: faulty(provider.paymentsOf, (payments, orderId) =>
        shown.set(orderId, { whole: true, payments }),
      ),
      findPayment: faulty(provider.findPayment, (payment, paymentId) => {
        if (refusedRefunds.delete(paymentId)) return; // asked only whether its money is back
        const orderId = books.find(paymentId)?.order_id ?? '';
        shown.set(orderId, { whole: false, payments: payment ? [payment] : [] });
      }),
      findDispute: faulty(provider.findDispute, (dispute) => {
        const payment = dispute && books.find(dispute.payment_id);
        if (payment) replace({ ...payment, status: 'charged_back' });
      }),
      capture: faulty(provider.capture, replace),
      refund: faulty(provider.refund),
      getRefund: faulty(provider.getRefund),
    } satisfies Provider,
  };
}
