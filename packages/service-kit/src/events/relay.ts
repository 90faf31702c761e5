import type { EventDefinition } from '@archaka/contracts';
import type { Log } from '../log.ts';
import type { Broker } from './broker.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import type { OutboxRepository } from './outbox.ts';
import { startRelayWorker } from './relay-worker.ts';
import type { EventSigner } from './signature.ts';

interface RelayOptions {
  readonly broker: Broker;
  readonly rows: OutboxRepository;
  /** What the outbox may hold. */
  readonly publishedEvents: readonly EventDefinition[];
  readonly sign: EventSigner;
  /** Given when there is something new in the outbox. */
  readonly notifier: Notifier;
  readonly log: Log;
}

export interface Relay {
  /** Sends what is left, as far as that goes quickly, and ends. */
  stop(): Promise<void>;
}

/**
 * Sends the outbox's rows to the broker and puts them among the published once confirmed. Several relays may run
 * side by side. New rows go in batches; rows that the broker refused go alone and on a channel of
 * their own, so that a bad one holds up nobody, and are parked after some refusals.
 */
export function startRelay({ notifier, ...options }: RelayOptions): Relay {
  const workers = [
    startRelayWorker({ ...options, notifier, limit: 100, rejectedBefore: false }),
    startRelayWorker({ ...options, notifier: createNotifier(), limit: 1, rejectedBefore: true }),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
