import type { Delivery } from '../ledger/facts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { sign } from '../signature.ts';
import { createPoster, type Poster } from './post.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 60_000;

/**
 * Brings webhooks to the merchant until they are answered with a 2xx, each try later than the one
 * before. (Razorpay tries for 24 hours in the same manner, only slower.)
 */
export class Courier {
  #ledger: Ledger;
  #secret: string;
  #poster: Poster;
  #timers = new Map<string, NodeJS.Timeout>();

  constructor(ledger: Ledger, target: { url: string; secret: string }) {
    this.#ledger = ledger;
    this.#secret = target.secret;
    this.#poster = createPoster(target.url);
  }

  /** Sees to the pending ones among these deliveries. */
  take(deliveries: Delivery[]): void {
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
    const body = this.#ledger.bodyOf(delivery.id);
    if (body === undefined) return this.#forget(delivery);
    const status = await this.#poster.post(body, {
      'content-type': 'application/json',
      'x-razorpay-event-id': delivery.event_id,
      'x-razorpay-signature': sign(body, this.#secret),
    });
    if (!this.#timers.has(delivery.id)) return;
    this.#forget(delivery);
    const arrived = status !== null && status >= 200 && status < 300;
    const at = Date.now();
    const next_at = arrived ? null : at + retryDelay(delivery.attempts);
    this.#ledger.record({ fact: 'attempt', attempt: { delivery_id: delivery.id, at, status, next_at } });
    if (delivery.state === 'pending') this.#schedule(delivery);
  }

  #forget(delivery: Delivery): void {
    this.#timers.delete(delivery.id);
  }
}

/** Milliseconds to wait after so many failed tries before this one. */
export function retryDelay(triesBefore: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** triesBefore, LONGEST_RETRY_MS);
}
