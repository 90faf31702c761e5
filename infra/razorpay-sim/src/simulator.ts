import type { Config } from './config.ts';
import { type Delivery, Ledger, type LedgerEvent } from './ledger/ledger.ts';
import { type ProviderEvent, planDeliveries } from './webhooks/events.ts';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher.ts';

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
