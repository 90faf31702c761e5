import { routes } from '@archaka/contracts';
import { invalid, toNetworkKey, type WorkQueue } from '@archaka/service-kit';
import type { Request, Router } from 'express';
import * as z from 'zod';
import { evidence } from '../../domain/evidence.ts';
import { findUnfilled } from '../../domain/ledger.ts';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import type { OrderStore, PlacedOrder } from '../../store/orders.ts';
import type { MayPoll } from '../../store/poll-limits.ts';
import { countRefused } from '../evidence-refused.ts';
import { toStatusPage } from '../payment-status-page.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly books: BookStore;
  readonly evidence: EvidenceStore;
  readonly evidenceQueue: Pick<WorkQueue, 'processNow'>;
  readonly mayPoll: MayPoll;
}

const query = z.object({ order_id: z.string().min(1).max(100) });

/**
 * The applicant turned back on the payment page, or so this address says: a hint, open to anyone who has it.
 * Nobody else tells it, so an answer other than 503 means that it is kept; one that is too many is worked on later.
 */
export function cancelRoute({ orders, books, evidence: story, evidenceQueue, mayPoll }: Parts) {
  async function gaveUp(order: PlacedOrder) {
    const { id: attempt_id = null, leavings = 0 } = findUnfilled(await books.read(order)) ?? {};
    const { order_id } = order;
    const key = `cancel:${attempt_id ?? order_id}:${leavings}`;
    return evidence({ key, source: 'cancel', tells: 'gave-up', order_id, attempt_id });
  }

  async function take(orderId: string, request: Request): Promise<void> {
    const order = await orders.find(orderId);
    if (!order) return countRefused('cancel', 'unknown-order');
    const hint = await gaveUp(order);
    if (await mayPoll({ orderId, network: toNetworkKey(request) }))
      await evidenceQueue.processNow(await story.hint(hint));
    else await story.hintLater(hint);
  }

  return (router: Router) =>
    router.get(routes.paymentCancel.path, async (request, response) => {
      const named = query.safeParse(request.query).data;
      if (!named) {
        countRefused('cancel', 'not-readable');
        throw invalid([{ field: 'order_id', message: 'No order is named' }]);
      }
      await take(named.order_id, request);
      toStatusPage(response, named.order_id);
    });
}
