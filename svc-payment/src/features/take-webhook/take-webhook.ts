import { hash } from 'node:crypto';
import { routes } from '@archaka/contracts';
import { type Log, unreadable, type WorkQueue } from '@archaka/service-kit';
import express, { type Request, type Router } from 'express';
import { type Evidence, evidence } from '../../domain/evidence.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import { countRefused, readingEvidence } from '../evidence-refused.ts';
import type { IsSigned } from './secrets.ts';
import { taleOf, type Webhook, webhook } from './webhook.ts';

interface Parts {
  readonly evidence: EvidenceStore;
  readonly evidenceQueue: Pick<WorkQueue, 'notify'>;
  readonly log: Log;
  readonly isSigned: IsSigned;
}

const LIMIT = '256kb';
/** Signed is the text as it was sent, whatever it is said to be. */
const asSent = readingEvidence('webhook', express.raw({ type: () => true, limit: LIMIT, inflate: false }));

/**
 * Stores Razorpay's notices and answers; the queue processes them. A snapshot may be old, so it only says when to
 * look, and a repeated event changes nothing. Nobody signs an event's id, so the same text is the same event.
 */
export function webhookRoute({ evidence: story, evidenceQueue, log, isSigned }: Parts) {
  return (router: Router) =>
    router.post(routes.paymentWebhook.path, asSent, async (request, response) => {
      const message = bytesOf(request);
      const signature = request.get('x-razorpay-signature') ?? '';
      if (!isSigned({ message, signature, at: new Date() })) {
        countRefused('webhook', 'forged');
        log.warn('a webhook with a wrong signature');
        throw unreadable('The signature is wrong.');
      }
      const textHash = hash('sha256', message);
      const received = piece(request, message, textHash);
      const { isNew } = await story.receive(received, { textHash });
      if (!isNew) countRefused('webhook', 'replayed');
      response.json({ status: 'ok' });
      evidenceQueue.notify();
    });
}

const bytesOf = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function piece(request: Request, message: Buffer, textHash: string): Evidence {
  const said = read(message);
  const { payment, order, refund, dispute } = said.payload;
  return evidence({
    key: `webhook:${eventId(request) || textHash}`,
    source: 'webhook',
    tells: taleOf(said),
    order_id: payment?.entity.order_id ?? order?.entity.id ?? null,
    payment_id: payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id ?? null,
    received: said,
  });
}

function read(message: Buffer): Webhook {
  try {
    return webhook.parse(JSON.parse(message.toString('utf8')));
  } catch {
    countRefused('webhook', 'not-readable');
    throw unreadable('This is not a webhook.');
  }
}

const eventId = (request: Request): string | undefined => request.get('x-razorpay-event-id')?.slice(0, 100);
