import type { EventDefinition } from '@archaka/contracts';
import type { Log } from '../log.ts';
import type { Broker } from './broker.ts';
import { startLane } from './lane.ts';
import type { OutboxRows } from './outbox.ts';
import { createSignal, type Signal } from './signal.ts';
import type { EventSigner } from './signature.ts';

interface RelayOptions {
  readonly broker: Broker;
  readonly rows: OutboxRows;
  /** What the outbox may hold. */
  readonly publishes: readonly EventDefinition[];
  readonly sign: EventSigner;
  /** Given when there is something new in the outbox. */
  readonly news: Signal;
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
export function startRelay({ news, ...parts }: RelayOptions): Relay {
  const lanes = [
    startLane({ ...parts, signal: news, limit: 100, refusedBefore: false }),
    startLane({ ...parts, signal: createSignal(), limit: 1, refusedBefore: true }),
  ];
  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
