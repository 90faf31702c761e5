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
  readonly publishedEvents: readonly EventDefinition[];
  readonly sign: EventSigner;
  readonly notifier: Notifier;
  readonly log: Log;
}

export interface Relay {
  stop(): Promise<void>;
}

/** Rejected rows go one by one on a separate channel, so that a bad row delays no other, and are parked later. */
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
