import { routes } from '@archaka/contracts';
import { invalid, toNetworkKey, type WorkQueue } from '@archaka/service-kit';
import type { Request, Router } from 'express';
import * as z from 'zod';
import { createEvidence } from '../../domain/evidence.ts';
import { findOpenAttempt } from '../../domain/ledger.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { MayPoll } from '../../persistence/poll-limits.ts';
import type { CreatedOrder } from '../../persistence/stored-order.ts';
import { countRejectedEvidence } from '../rejected-evidence.ts';

interface HandleCancelDependencies {
  readonly orders: OrderRepository;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
  readonly evidenceQueue: Pick<WorkQueue, 'processNow'>;
  readonly mayPoll: MayPoll;
}

const querySchema = z.object({ order_id: z.string().min(1).max(100) });

/**
 * The address is unauthenticated, so a cancel is only a hint and its polls are rate-limited.
 * No other source reports it, so every response except 503 means that it is stored.
 */
export function createHandleCancelRoute({
  orders,
  ledgers,
  evidence,
  evidenceQueue,
  mayPoll,
}: HandleCancelDependencies) {
  async function toCancelEvidence(order: CreatedOrder) {
    const { id: attempt_id = null, leavings: checkoutVisits = 0 } =
      findOpenAttempt(await ledgers.read(order)) ?? {};
    const { order_id } = order;
    const key = `cancel:${attempt_id ?? order_id}:${checkoutVisits}`;
    return createEvidence({ key, source: 'cancel', tells: 'gave-up', order_id, attempt_id });
  }

  async function handle(orderId: string, request: Request): Promise<void> {
    const order = await orders.find(orderId);
    if (!order) return countRejectedEvidence('cancel', 'unknown-order');
    const hint = await toCancelEvidence(order);
    if (await mayPoll({ orderId, network: toNetworkKey(request) }))
      await evidenceQueue.processNow(await evidence.enqueueHint(hint));
    else await evidence.postponeHint(hint);
  }

  return (router: Router) =>
    router.get(routes.paymentCancel.path, async (request, response) => {
      const input = querySchema.safeParse(request.query).data;
      if (!input) {
        countRejectedEvidence('cancel', 'not-readable');
        throw invalid([{ field: 'order_id', message: 'No order is named' }]);
      }
      await handle(input.order_id, request);
      response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(input.order_id)}`);
    });
}
