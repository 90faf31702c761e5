import type { Ledger } from '../ledger/ledger.ts';
import type { Delivery } from '../ledger/ledger-events.ts';
import { sign } from '../signature.ts';
import { createHttpSender, type HttpSender } from './http-sender.ts';

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 60_000;

/**
 * Delivers webhooks to the merchant until a response of 2xx, with growing delays between
 * attempts. (Razorpay does the same for 24 hours, with longer delays.)
 */
export class WebhookDispatcher {
  #ledger: Ledger;
  #secret: string;
  #poster: HttpSender;
  #timers = new Map<string, NodeJS.Timeout>();

  constructor(ledger: Ledger, target: { url: string; secret: string }) {
    this.#ledger = ledger;
    this.#secret = target.secret;
    this.#poster = createHttpSender(target.url);
  }

  /** Schedules the pending ones of these deliveries. */
  dispatch(deliveries: Delivery[]): void {
    for (const delivery of deliveries) if (delivery.state === 'pending') this.#schedule(delivery);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#poster.close();
  }

  #schedule(delivery: Delivery): void {
    const wait = Math.max(0, delivery.due_at - Date.now());
    this.#timers.set(
      delivery.id,
      setTimeout(() => this.#attempt(delivery), wait),
    );
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const body = this.#ledger.findBody(delivery.id);
    if (body === undefined) return this.#forget(delivery);
    const status = await this.#poster.post(body, {
      'content-type': 'application/json',
      'x-razorpay-event-id': delivery.event_id,
      'x-razorpay-signature': sign(body, this.#secret),
    });
    if (!this.#timers.has(delivery.id)) return;
    this.#forget(delivery);
    const isDelivered = status !== null && status >= 200 && status < 300;
    const at = Date.now();
    const next_at = isDelivered ? null : at + getRetryDelay(delivery.attempts);
    this.#ledger.record({ fact: 'attempt', attempt: { delivery_id: delivery.id, at, status, next_at } });
    if (delivery.state === 'pending') this.#schedule(delivery);
  }

  #forget(delivery: Delivery): void {
    this.#timers.delete(delivery.id);
  }
}

/** Delay in milliseconds after so many failed attempts. */
export function getRetryDelay(triesBefore: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** triesBefore, MAX_RETRY_MS);
}
