import { routes } from '@archaka/contracts';
import { invalid, toNetworkKey } from '@archaka/service-kit';
import express, { type Request, type Response, type Router } from 'express';
import * as z from 'zod';
import { createEvidence, type Evidence, toFailureKind } from '../domain/evidence.ts';
import { findOpenAttempt } from '../domain/ledger.ts';
import { hasValidSignature } from '../razorpay/webhook.ts';
import { countRejectedEvidence, createEvidenceParser } from './confirm-payment/confirm-payment.ts';
import type { Parts } from './parts.ts';

type ReturnParts = Pick<Parts, 'ledgers' | 'evidence' | 'evidenceQueue' | 'mayPoll' | 'log'>;

const id = z.string().min(1).max(100);
const paid = z.object({
  razorpay_order_id: id,
  razorpay_payment_id: id,
  razorpay_signature: z.string().max(200).default(''),
});
const failed = z.object({
  'error[code]': z.string().max(100).default(''),
  'error[reason]': z.string().max(100).default(''),
  'error[metadata]': z.string().max(1000).default(''),
  'error[metadata][order_id]': id.optional(),
  'error[metadata][payment_id]': id.optional(),
});
const metadata = z.object({ order_id: id, payment_id: id.nullish() });
const cancel = z.object({ order_id: id });

interface Callback {
  readonly orderId: string;
  readonly paymentId: string | null;
  readonly outcome:
    | { readonly kind: 'paid'; readonly signature: string }
    | { readonly kind: 'failed'; readonly code: string };
}

/** A failure has its ids in its metadata, as JSON text or as fields: https://razorpay.com/docs/errors */
export function readCallback(form: unknown): Callback | undefined {
  const success = paid.safeParse(form).data;
  if (success) {
    const outcome = { kind: 'paid', signature: success.razorpay_signature } as const;
    return { orderId: success.razorpay_order_id, paymentId: success.razorpay_payment_id, outcome };
  }
  const failure = failed.safeParse(form).data;
  const ids = failure && metadata.safeParse(readIds(failure)).data;
  if (!ids) return undefined;
  const outcome = { kind: 'failed', code: failure['error[reason]'] || failure['error[code]'] } as const;
  return { orderId: ids.order_id, paymentId: ids.payment_id ?? null, outcome };
}

function readIds(failure: z.infer<typeof failed>): unknown {
  const order_id = failure['error[metadata][order_id]'];
  if (order_id) return { order_id, payment_id: failure['error[metadata][payment_id]'] };
  try {
    return JSON.parse(failure['error[metadata]']);
  } catch {
    return undefined;
  }
}

const parseForm = createEvidenceParser(
  'callback',
  express.urlencoded({ extended: false, limit: '16kb', inflate: false }),
);

/**
 * The browser comes back from the checkout, by a form or after a cancel. Both are only hints, whose payment is fetched
 * at Razorpay: the redirect follows, and the queue does the rest.
 */
export const createReturnRoutes =
  (parts: ReturnParts & { readonly keySecret: string }) =>
  (router: Router): void => {
    router.post(routes.paymentCallback.path, parseForm, async (request, response) => {
      const callback = readCallback(request.body);
      if (!callback) throw rejectUnreadable('callback', 'razorpay_order_id');
      // A browser does not resend the form automatically; a webhook or poll delivers the same information.
      await handleCallback(parts, callback, request).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'storing a callback failed; polling finds its payment'),
      );
      redirectToStatus(response, callback.orderId);
    });

    // No other source reports a cancel, so every response except 503 means that it is stored.
    router.get(routes.paymentCancel.path, async (request, response) => {
      const input = cancel.safeParse(request.query).data;
      if (!input) throw rejectUnreadable('cancel', 'order_id');
      await handleHint(parts, input.order_id, { source: 'cancel', kind: 'cancelled' }, request);
      redirectToStatus(response, input.order_id);
    });
  };

function rejectUnreadable(source: 'callback' | 'cancel', field: string): Error {
  countRejectedEvidence(source, 'not-readable');
  return invalid([{ field, message: 'No order is named' }]);
}

const redirectToStatus = (response: Response, orderId: string): void =>
  response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(orderId)}`);

async function handleCallback(
  parts: ReturnParts & { readonly keySecret: string },
  { orderId, paymentId, outcome }: Callback,
  request: Request,
): Promise<void> {
  const { evidence, evidenceQueue, log, keySecret: secret } = parts;
  if (outcome.kind === 'failed') {
    const kind = toFailureKind('returned-failed', outcome.code);
    const hint = {
      source: 'callback',
      kind,
      payment_id: paymentId,
      received: { code: outcome.code },
    } as const;
    return handleHint(parts, orderId, hint, request);
  }
  const { signature } = outcome;
  if (!hasValidSignature({ message: `${orderId}|${paymentId}`, signature, secret })) {
    countRejectedEvidence('callback', 'forged');
    return log.warn({ order_id: orderId }, 'callback rejected: its signature is wrong');
  }
  const received = createEvidence({
    key: `callback:${paymentId}`,
    source: 'callback',
    kind: 'returned-paid',
    order_id: orderId,
    payment_id: paymentId,
    received: { signature },
  });
  const { key, isNew } = await evidence.receive(received);
  if (!isNew) countRejectedEvidence('callback', 'replayed');
  await evidenceQueue.processNow(key);
}

/** Unsigned: each checkout visit stores at most one of a source, for any payment it names, and its polls are limited. */
async function handleHint(
  { ledgers, evidence, evidenceQueue, mayPoll }: ReturnParts,
  order_id: string,
  hint: Pick<Evidence, 'source' | 'kind'> & Partial<Evidence>,
  request: Request,
): Promise<void> {
  const ledger = await ledgers.open(order_id);
  if (!ledger) return countRejectedEvidence(hint.source, 'unknown-order');
  const { id: attempt_id = null, checkout_visits: checkoutVisits = 0 } = findOpenAttempt(ledger) ?? {};
  const key = `${hint.source}:${attempt_id ?? order_id}:${checkoutVisits}`;
  const entry = createEvidence({ ...hint, key, order_id, attempt_id });
  if (!(await mayPoll({ orderId: order_id, network: toNetworkKey(request) })))
    return evidence.postponeHint(entry);
  await evidence.enqueueHint(entry);
  await evidenceQueue.processNow(key);
}
