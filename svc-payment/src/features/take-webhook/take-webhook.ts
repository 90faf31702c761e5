import { hash } from 'node:crypto';
import { routes } from '@archaka/contracts';
import { type Log, unreadable } from '@archaka/service-kit';
import express, { type Request, type Router } from 'express';
import { type Evidence, evidence } from '../../domain/evidence.ts';
import { isSigned } from '../../razorpay/signatures.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import type { WorkSoon } from '../work-on-evidence/work-on-evidence.ts';
import { taleOf, type Webhook, webhook } from './webhook.ts';

interface Parts {
  readonly evidence: EvidenceStore;
  readonly workSoon: WorkSoon;
  readonly log: Log;
  readonly secret: string;
}

const LIMIT = '256kb';
/** Signed is the text as it was sent, whatever it is said to be. */
const asSent = express.raw({ type: () => true, limit: LIMIT, inflate: false });

/**
 * Razorpay's notices: kept, answered, then worked on. Its snapshot may be old, so it only says when to
 * look; a repeated event changes nothing, and finishes what an earlier delivery left unfinished.
 */
export function webhookRoute({ evidence: story, workSoon, log, secret }: Parts) {
  return (router: Router) =>
    router.post(routes.paymentWebhook.path, asSent, async (request, response) => {
      const message = bytesOf(request);
      const signature = request.get('x-razorpay-signature') ?? '';
      if (!isSigned({ message, signature, secret })) {
        log.warn('a webhook with a wrong signature');
        throw unreadable('The signature is wrong.');
      }
      const key = await story.receive(piece(request, message));
      response.json({ status: 'ok' });
      workSoon(key);
    });
}

const bytesOf = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function piece(request: Request, message: Buffer): Evidence {
  const said = read(message);
  const { payment, order } = said.payload;
  return evidence({
    key: `webhook:${eventId(request, message)}`,
    source: 'webhook',
    tells: taleOf(said),
    order_id: payment?.entity.order_id ?? order?.entity.id ?? null,
    payment_id: payment?.entity.id ?? said.payload.refund?.entity.payment_id ?? null,
    received: said,
  });
}

function read(message: Buffer): Webhook {
  try {
    return webhook.parse(JSON.parse(message.toString('utf8')));
  } catch {
    throw unreadable('This is not a webhook.');
  }
}

/** Without an id the same text is the same event. */
const eventId = (request: Request, message: Buffer): string =>
  request.get('x-razorpay-event-id')?.slice(0, 100) || hash('sha256', message);
