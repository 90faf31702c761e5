import type { Delivery, DeliveryAttempt } from './ledger-events.ts';

/** The sent and pending webhooks, and the signed texts of undelivered ones. */
export class Deliveries {
  #deliveries = new Map<string, Delivery>();
  #bodies = new Map<string, string>();

  all(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  findBody(id: string): string | undefined {
    return this.#bodies.get(id);
  }

  store(delivery: Delivery, body: string): void {
    this.#deliveries.set(delivery.id, delivery);
    if (delivery.state === 'pending') this.#bodies.set(delivery.id, body);
  }

  recordAttempt({ delivery_id, at, status, next_at }: DeliveryAttempt): void {
    const delivery = this.#deliveries.get(delivery_id);
    if (delivery === undefined) return;
    delivery.attempts += 1;
    delivery.last_status = status;
    if (delivery.state !== 'pending') return;
    if (next_at === null) this.#close(delivery, 'delivered', at);
    else delivery.due_at = next_at;
  }

  cancelPending(): void {
    for (const delivery of this.#deliveries.values()) {
      if (delivery.state === 'pending') this.#close(delivery, 'cancelled', null);
    }
  }

  #close(delivery: Delivery, state: 'delivered' | 'cancelled', at: number | null): void {
    delivery.state = state;
    delivery.delivered_at = at;
    this.#bodies.delete(delivery.id);
  }
}
