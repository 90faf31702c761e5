import { z } from 'zod';
import { type Delivery, Ledger, type LedgerEvent } from './ledger/ledger.ts';
import { sign } from './signature.ts';
import { type ProviderEvent, planDeliveries } from './webhooks/events.ts';

const configSchema = z.object({
  /** Comma-separated addresses. */
  HOST: z.string().min(1).default('localhost'),
  PORT: z.coerce.number().int().min(1).max(65535),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  WEBHOOK_URL: z.url({ protocol: /^https?$/ }),
  DATA_FILE: z.string().min(1).optional(),
});

type Config = z.infer<typeof configSchema>;

/** Reads the environment. @throws Error with one sentence that names every wrong variable, never its value */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = configSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  throw new Error(`Invalid configuration: ${[...names].join(', ')}`);
}

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 60_000;
/** Without a response within 5 seconds Razorpay counts a failure: https://razorpay.com/docs/webhooks/best-practices */
const TIMEOUT_MS = 5000;

/**
 * Delivers webhooks to the merchant until a response of 2xx, with growing delays between
 * attempts. (Razorpay does the same for 24 hours, with longer delays.)
 */
class WebhookDispatcher {
  readonly #ledger: Ledger;
  readonly #target: { url: string; secret: string };
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(ledger: Ledger, target: { url: string; secret: string }) {
    this.#ledger = ledger;
    this.#target = target;
  }

  /** Schedules the pending ones of these deliveries. */
  dispatch(deliveries: Delivery[]): void {
    for (const delivery of deliveries) if (delivery.state === 'pending') this.#schedule(delivery);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
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
    const status = body === undefined ? null : await this.#post(body, delivery.event_id);
    if (!this.#timers.delete(delivery.id) || body === undefined) return;
    const isDelivered = status !== null && status >= 200 && status < 300;
    const at = Date.now();
    const next_at = isDelivered ? null : at + getRetryDelay(delivery.attempts);
    this.#ledger.record({ fact: 'attempt', attempt: { delivery_id: delivery.id, at, status, next_at } });
    if (delivery.state === 'pending') this.#schedule(delivery);
  }

  /** The status of the response, or null without one in time. */
  async #post(body: string, eventId: string): Promise<number | null> {
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': sign(body, this.#target.secret),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(this.#target.url, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body,
        signal,
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }
}

/** Delay in milliseconds after so many failed attempts. */
function getRetryDelay(triesBefore: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** triesBefore, MAX_RETRY_MS);
}

/** The state, the pending webhooks, and the only functions that change both. */
export class Simulator {
  readonly ledger: Ledger;
  readonly keys: { id: string; secret: string };
  #courier: WebhookDispatcher;

  constructor(config: Config) {
    this.ledger = new Ledger(config.DATA_FILE);
    this.keys = { id: config.RAZORPAY_KEY_ID, secret: config.RAZORPAY_KEY_SECRET };
    this.#courier = new WebhookDispatcher(this.ledger, {
      url: config.WEBHOOK_URL,
      secret: config.RAZORPAY_WEBHOOK_SECRET,
    });
    this.#courier.dispatch(this.ledger.deliveries());
  }

  /** Records facts together with their webhooks, then sends these. */
  recordEvents(ledgerEvents: LedgerEvent[], events: ProviderEvent[]): void {
    this.recordWithDeliveries(ledgerEvents, planDeliveries(events, this.ledger.faults, Date.now()));
  }

  /** The same with explicitly planned deliveries. */
  recordWithDeliveries(ledgerEvents: LedgerEvent[], deliveries: LedgerEvent[]): void {
    this.ledger.record(...ledgerEvents, ...deliveries);
    this.#courier.dispatch(deliveries.flatMap(toDeliveries));
  }

  stop(): void {
    this.#courier.stop();
    this.ledger.close();
  }
}

function toDeliveries(ledgerEvent: LedgerEvent): Delivery[] {
  return ledgerEvent.fact === 'delivery' ? [ledgerEvent.delivery] : [];
}
