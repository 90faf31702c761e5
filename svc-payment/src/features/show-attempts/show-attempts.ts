import { getPaymentAttempts, type PaymentAttempt } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { CreatedOrder } from '../../persistence/stored-order.ts';
import { getOwnOrder } from '../own-order.ts';
import { toPaymentAttempts } from './payment-attempts.ts';
import { toResponseAttempts } from './response-attempts.ts';

export type ReadAttempts = (order: CreatedOrder) => Promise<PaymentAttempt[]>;

/** Includes the attempts of replaced orders. */
export const createReadAttempts =
  (attempts: AttemptRepository, evidence: EvidenceRepository): ReadAttempts =>
  async ({ application_id, order_id }) => {
    const all = await attempts.findByApplications([application_id]);
    const orderIds = new Set([order_id, ...all.map((attempt) => attempt.order_id)]);
    return toPaymentAttempts(all, await evidence.findByOrders([...orderIds]));
  };

export const createShowAttemptsHandler = (orders: OrderRepository, readAttempts: ReadAttempts) =>
  handleCall(getPaymentAttempts, {
    handle: async ({ body, user }) => {
      const order = await getOwnOrder(orders, body.order_id, user);
      return ok({ data: toResponseAttempts(await readAttempts(order), body) });
    },
  });
