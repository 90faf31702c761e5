import type { Config } from './config.ts';
import { Ledger } from './ledger/ledger.ts';
import type { Delivery, LedgerEvent } from './ledger/ledger-events.ts';
import { planDeliveries } from './webhooks/plan-deliveries.ts';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher.ts';
import type { ProviderEvent } from './webhooks/webhook-event.ts';

/** The state, the webhooks on their way, and the one door through which both change. */
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

  /** Records what happened together with the webhooks about it, then sends them. */
  recordEvents(ledgerEvents: LedgerEvent[], events: ProviderEvent[]): void {
    this.recordWithDeliveries(ledgerEvents, planDeliveries(events, this.ledger.faults, Date.now()));
  }

  /** The same with deliveries somebody planned by hand. */
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
