import { routes } from '@archaka/contracts';
import { invalid, type Log, toNetworkKey, type WorkQueue } from '@archaka/service-kit';
import express, { type Request, type Router } from 'express';
import type { Evidence } from '../../domain/evidence.ts';
import { findUnfilled } from '../../domain/ledger.ts';
import { isSigned } from '../../razorpay/signatures.ts';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import type { OrderStore, PlacedOrder } from '../../store/orders.ts';
import type { MayPoll } from '../../store/poll-limits.ts';
import { countRefused, readingEvidence } from '../evidence-refused.ts';
import { toStatusPage } from '../payment-status-page.ts';
import { type Callback, readCallback } from './callback.ts';
import { cameBackFailed, cameBackPaid, type Failed } from './pieces.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly books: BookStore;
  readonly evidence: EvidenceStore;
  readonly evidenceQueue: Pick<WorkQueue, 'processNow'>;
  readonly mayPoll: MayPoll;
  readonly log: Log;
  readonly keySecret: string;
}

const LIMIT = '16kb';
const asForm = readingEvidence(
  'callback',
  express.urlencoded({ extended: false, limit: LIMIT, inflate: false }),
);

/**
 * The provider's page sends the browser back here. What it says is a hint: it is kept, Razorpay is
 * asked, and the browser goes on to the status page whatever came of it; the queue finishes the rest.
 */
export function callbackRoute({ orders, books, evidence, evidenceQueue, mayPoll, log, keySecret }: Parts) {
  const isForged = (callback: Callback): boolean =>
    callback.kind === 'paid' &&
    !isSigned({
      message: `${callback.order_id}|${callback.payment_id}`,
      signature: callback.signature,
      secret: keySecret,
    });

  async function takePaid(piece: Evidence): Promise<void> {
    const { key, isNew } = await evidence.receive(piece);
    if (!isNew) countRefused('callback', 'replayed');
    return evidenceQueue.processNow(key);
  }

  /** Nobody signs a failure, so it makes Razorpay be polled only so often. */
  async function takeFailed(callback: Failed, order: PlacedOrder, request: Request): Promise<void> {
    const hint = cameBackFailed(callback, findUnfilled(await books.read(order)));
    const poll = { orderId: callback.order_id, network: toNetworkKey(request) };
    if (await mayPoll(poll)) await evidenceQueue.processNow(await evidence.hint(hint));
    else await evidence.hintLater(hint);
  }

  async function take(callback: Callback, request: Request): Promise<void> {
    const { order_id } = callback;
    const order = await orders.find(order_id);
    if (!order) {
      countRefused('callback', 'unknown-order');
      return log.warn('a callback for an order that is not ours');
    }
    if (isForged(callback)) {
      countRefused('callback', 'forged');
      return log.warn({ order_id }, 'a callback with a wrong signature');
    }
    if (callback.kind === 'paid') return takePaid(cameBackPaid(callback));
    return takeFailed(callback, order, request);
  }

  return (router: Router) =>
    router.post(routes.paymentCallback.path, asForm, async (request, response) => {
      const callback = readCallback(request.body);
      if (!callback) {
        countRefused('callback', 'not-readable');
        throw invalid([{ field: 'razorpay_order_id', message: 'No order is named' }]);
      }
      // The browser would send the form again only if asked to, and what it tells comes by webhook or poll too.
      await take(callback, request).catch((error: unknown) =>
        log.warn({ err: error }, 'a callback was not kept'),
      );
      toStatusPage(response, callback.order_id);
    });
}
