import type { Config } from './config.ts';
import type { Delivery, Fact } from './ledger/facts.ts';
import { Ledger } from './ledger/ledger.ts';
import { Courier } from './webhooks/courier.ts';
import type { ProviderEvent } from './webhooks/event.ts';
import { planDeliveries } from './webhooks/plan.ts';

/** The state, the webhooks on their way, and the one door through which both change. */
export class Simulator {
  readonly ledger: Ledger;
  readonly keys: { id: string; secret: string };
  #courier: Courier;

  constructor(config: Config) {
    this.ledger = new Ledger(config.DATA_FILE);
    this.keys = { id: config.RAZORPAY_KEY_ID, secret: config.RAZORPAY_KEY_SECRET };
    this.#courier = new Courier(this.ledger, {
      url: config.WEBHOOK_URL,
      secret: config.RAZORPAY_WEBHOOK_SECRET,
    });
    this.#courier.take(this.ledger.deliveries());
  }

  /** Records what happened together with the webhooks about it, then sends them. */
  happen(facts: Fact[], events: ProviderEvent[]): void {
    this.happenWith(facts, planDeliveries(events, this.ledger.faults, Date.now()));
  }

  /** The same with deliveries somebody planned by hand. */
  happenWith(facts: Fact[], deliveries: Fact[]): void {
    this.ledger.record(...facts, ...deliveries);
    this.#courier.take(deliveries.flatMap(deliveryOf));
  }

  stop(): void {
    this.#courier.stop();
    this.ledger.close();
  }
}

function deliveryOf(fact: Fact): Delivery[] {
  return fact.fact === 'delivery' ? [fact.delivery] : [];
}
