import { hash } from 'node:crypto';
import { routes } from '@archaka/contracts';
import { unreadable } from '@archaka/service-kit';
import express, { type Router } from 'express';
import { createEvidence } from '../domain/evidence.ts';
import { hasValidSignature, toEvidenceKind, type Webhook, webhookSchema } from '../razorpay/webhook.ts';
import { countRejectedEvidence, createEvidenceParser } from './confirm-payment/confirm-payment.ts';
import type { Parts } from './parts.ts';

/** The signature covers the raw bytes, whatever the content type. */
const parseRawBody = createEvidenceParser(
  'webhook',
  express.raw({ type: () => true, limit: '256kb', inflate: false }),
);

type WebhookParts = Pick<Parts, 'evidence' | 'evidenceQueue' | 'log'> & { readonly webhookSecret: string };

/** A webhook may be stale, so it only triggers a fetch. Its event id is unsigned: equal text is a repeat. */
export const createWebhookRoute =
  ({ evidence, evidenceQueue, log, webhookSecret }: WebhookParts) =>
  (router: Router): void => {
    router.post(routes.paymentWebhook.path, parseRawBody, async (request, response) => {
      const message = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.get('x-razorpay-signature') ?? '';
      if (!hasValidSignature({ message, signature, secret: webhookSecret })) {
        countRejectedEvidence('webhook', 'forged');
        log.warn('webhook rejected: its signature is wrong');
        throw unreadable('The signature is wrong.');
      }
      const webhook = parseWebhook(message);
      const { payment, order, refund, dispute } = webhook.payload;
      const textHash = hash('sha256', message);
      const received = createEvidence({
        key: `webhook:${request.get('x-razorpay-event-id')?.slice(0, 100) || textHash}`,
        source: 'webhook',
        kind: toEvidenceKind(webhook),
        order_id: payment?.entity.order_id ?? order?.entity.id ?? null,
        payment_id: payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id ?? null,
        dispute_id: dispute?.entity.id ?? null,
        received: webhook,
      });
      const { isNew } = await evidence.receive(received, { textHash });
      if (!isNew) countRejectedEvidence('webhook', 'replayed');
      response.json({ status: 'ok' });
      evidenceQueue.notify();
    });
  };

function parseWebhook(message: Buffer): Webhook {
  try {
    return webhookSchema.parse(JSON.parse(message.toString('utf8')));
  } catch {
    countRejectedEvidence('webhook', 'not-readable');
    throw unreadable('This is not a webhook.');
  }
}
