import { routes } from '@archaka/contracts';
import { invalid, type Log, toNetworkKey, type WorkQueue } from '@archaka/service-kit';
import express, { type Request, type Router } from 'express';
import type { Evidence } from '../../domain/evidence.ts';
import { findOpenAttempt } from '../../domain/ledger.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { MayPoll } from '../../persistence/poll-limits.ts';
import type { CreatedOrder } from '../../persistence/stored-order.ts';
import { hasValidSignature } from '../../razorpay/signatures.ts';
import { countRejectedEvidence, createEvidenceParser } from '../rejected-evidence.ts';
import {
  type Callback,
  type FailedCallback,
  failedCallbackEvidence,
  paidCallbackEvidence,
  readCallback,
} from './callback.ts';

interface HandleCallbackDependencies {
  readonly orders: OrderRepository;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
  readonly evidenceQueue: Pick<WorkQueue, 'processNow'>;
  readonly mayPoll: MayPoll;
  readonly log: Log;
  readonly keySecret: string;
}

const MAX_BODY_SIZE = '16kb';
const parseForm = createEvidenceParser(
  'callback',
  express.urlencoded({ extended: false, limit: MAX_BODY_SIZE, inflate: false }),
);

const isForged = (callback: Callback, keySecret: string): boolean =>
  callback.kind === 'paid' &&
  !hasValidSignature({
    message: `${callback.orderId}|${callback.paymentId}`,
    signature: callback.signature,
    secret: keySecret,
  });

function createCallbackHandler(dependencies: HandleCallbackDependencies) {
  const { orders, ledgers, evidence, evidenceQueue, mayPoll, log, keySecret } = dependencies;

  async function handlePaid(paidEvidence: Evidence): Promise<void> {
    const { key, isNew } = await evidence.receive(paidEvidence);
    if (!isNew) countRejectedEvidence('callback', 'replayed');
    return evidenceQueue.processNow(key);
  }

  /** A failure is unsigned, so its polls are rate-limited. */
  async function handleFailed(
    callback: FailedCallback,
    order: CreatedOrder,
    request: Request,
  ): Promise<void> {
    const hint = failedCallbackEvidence(callback, findOpenAttempt(await ledgers.read(order)));
    const pollRequest = { orderId: callback.orderId, network: toNetworkKey(request) };
    if (await mayPoll(pollRequest)) await evidenceQueue.processNow(await evidence.enqueueHint(hint));
    else await evidence.postponeHint(hint);
  }

  return async (callback: Callback, request: Request): Promise<void> => {
    const { orderId } = callback;
    const order = await orders.find(orderId);
    if (!order) {
      countRejectedEvidence('callback', 'unknown-order');
      return log.warn('callback rejected: its order is not in the ledger');
    }
    if (isForged(callback, keySecret)) {
      countRejectedEvidence('callback', 'forged');
      return log.warn({ order_id: orderId }, 'callback rejected: its signature is wrong');
    }
    if (callback.kind === 'paid') return handlePaid(paidCallbackEvidence(callback));
    return handleFailed(callback, order, request);
  };
}

/** The callback is only a hint: the redirect follows in any case, and the queue retries the rest. */
export function createHandleCallbackRoute(dependencies: HandleCallbackDependencies) {
  const { log } = dependencies;
  const handle = createCallbackHandler(dependencies);

  return (router: Router) =>
    router.post(routes.paymentCallback.path, parseForm, async (request, response) => {
      const callback = readCallback(request.body);
      if (!callback) {
        countRejectedEvidence('callback', 'not-readable');
        throw invalid([{ field: 'razorpay_order_id', message: 'No order is named' }]);
      }
      // A browser does not resend the form automatically; a webhook or poll delivers the same information.
      await handle(callback, request).catch((error: unknown) =>
        log.warn({ err: error }, 'storing a callback failed; polling finds its payment'),
      );
      response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(callback.orderId)}`);
    });
}
