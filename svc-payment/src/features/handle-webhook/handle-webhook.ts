import { hash } from 'node:crypto';
import { routes } from '@archaka/contracts';
import { type Log, unreadable, type WorkQueue } from '@archaka/service-kit';
import express, { type Request, type Router } from 'express';
import { createEvidence, type Evidence } from '../../domain/evidence.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import { hasValidSignature } from '../../razorpay/signatures.ts';
import { toEvidenceKind, type Webhook, webhookSchema } from '../../razorpay/webhook.ts';
import { countRejectedEvidence, createEvidenceParser } from '../rejected-evidence.ts';

interface HandleWebhookDependencies {
  readonly evidence: EvidenceRepository;
  readonly evidenceQueue: Pick<WorkQueue, 'notify'>;
  readonly log: Log;
  readonly webhookSecret: string;
}

const MAX_BODY_SIZE = '256kb';
/** The signature covers the raw bytes, whatever the content type. */
const parseRawBody = createEvidenceParser(
  'webhook',
  express.raw({ type: () => true, limit: MAX_BODY_SIZE, inflate: false }),
);

/** A webhook may be stale, so it only triggers a fetch. Its event id is unsigned: equal text is a repeat. */
export function createHandleWebhookRoute({
  evidence,
  evidenceQueue,
  log,
  webhookSecret,
}: HandleWebhookDependencies) {
  return (router: Router) =>
    router.post(routes.paymentWebhook.path, parseRawBody, async (request, response) => {
      const message = getBody(request);
      const signature = request.get('x-razorpay-signature') ?? '';
      if (!hasValidSignature({ message, signature, secret: webhookSecret })) {
        countRejectedEvidence('webhook', 'forged');
        log.warn('webhook rejected: its signature is wrong');
        throw unreadable('The signature is wrong.');
      }
      const textHash = hash('sha256', message);
      const received = toEvidence(request, message, textHash);
      const { isNew } = await evidence.receive(received, { textHash });
      if (!isNew) countRejectedEvidence('webhook', 'replayed');
      response.json({ status: 'ok' });
      evidenceQueue.notify();
    });
}

const getBody = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function toEvidence(request: Request, message: Buffer, textHash: string): Evidence {
  const webhook = parseWebhook(message);
  const { payment, order, refund, dispute } = webhook.payload;
  return createEvidence({
    key: `webhook:${getEventId(request) || textHash}`,
    source: 'webhook',
    tells: toEvidenceKind(webhook),
    order_id: payment?.entity.order_id ?? order?.entity.id ?? null,
    payment_id: payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id ?? null,
    dispute_id: dispute?.entity.id ?? null,
    received: webhook,
  });
}

function parseWebhook(message: Buffer): Webhook {
  try {
    return webhookSchema.parse(JSON.parse(message.toString('utf8')));
  } catch {
    countRejectedEvidence('webhook', 'not-readable');
    throw unreadable('This is not a webhook.');
  }
}

const getEventId = (request: Request): string | undefined =>
  request.get('x-razorpay-event-id')?.slice(0, 100);
