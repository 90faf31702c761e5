import { setTimeout as pause } from 'node:timers/promises';
import type { EventDefinition } from '@archaka/contracts';
import type { Log } from '../log.ts';
import type { Broker } from './broker.ts';
import type { OutboxRows } from './outbox.ts';
import { type Publisher, publisherOn } from './publisher.ts';
import { sendRow } from './send-row.ts';
import type { Signal } from './signal.ts';
import type { EventSigner } from './signature.ts';
import { createSigningPublisher } from './signing-publisher.ts';
import { checkConsumers } from './topology.ts';

/** Closes every gap that signals leave: rows of a killed instance, rows put off. */
const POLL_MS = 1000;
/** After this a claimed row is anybody's again. */
const LEASE_MS = 5000;
const CONFIRM_MS = 4000;
const DRAIN_MS = 3000;

interface LaneOptions {
  readonly broker: Broker;
  readonly rows: OutboxRows;
  readonly publishes: readonly EventDefinition[];
  readonly sign: EventSigner;
  readonly log: Log;
  /** Given when there may be something to send. */
  readonly signal: Signal;
  readonly limit: number;
  readonly refusedBefore: boolean;
}

/** Sends one kind of the outbox's rows. */
export interface Lane {
  /** Sends what is due, as far as that goes quickly, and ends. */
  stop(): Promise<void>;
}

/** Starts sending on a channel of its own: what closes it holds up no other lane. */
export function startLane(options: LaneOptions): Lane {
  const { broker, rows, publishes, sign, log, signal, limit, refusedBefore } = options;
  let publisher: Publisher | undefined;
  let stopping = false;
  const channel = broker.keepChannel(async (fresh) => {
    await checkConsumers(fresh, publishes);
    publisher = createSigningPublisher(publisherOn(fresh, { timeoutMs: CONFIRM_MS }), sign);
    fresh.once('close', () => {
      publisher = undefined;
    });
    signal.give();
  });

  /** Claims and sends a batch; false when there was none, or no broker to take it. */
  const sendBatch = async (): Promise<boolean> => {
    if (!publisher || broker.blocked()) return false;
    const sending = { rows, log, publish: publisher };
    const claimed = await rows.claim({ limit, refusedBefore, leaseMs: LEASE_MS });
    const done = await Promise.all(claimed.map((row) => sendRow(row, sending)));
    const sent = claimed.filter((_, place) => done[place]);
    if (sent.length > 0) await rows.markPublished(sent);
    return claimed.length > 0;
  };

  const sendWhile = async (wanted: () => boolean): Promise<void> => {
    try {
      while (wanted() && (await sendBatch()));
    } catch (error) {
      log.warn({ err: error }, 'outbox cannot be relayed for now');
      await pause(POLL_MS);
    }
  };

  const sendForEver = async (): Promise<void> => {
    while (!stopping) {
      await sendWhile(() => !stopping);
      if (!stopping) await signal.wait(POLL_MS);
    }
  };
  const sending = sendForEver();

  return {
    async stop() {
      stopping = true;
      signal.give();
      await sending;
      const deadline = performance.now() + DRAIN_MS;
      await sendWhile(() => performance.now() < deadline);
      await channel.close();
    },
  };
}
