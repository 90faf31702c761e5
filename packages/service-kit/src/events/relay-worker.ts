import { setTimeout as pause } from 'node:timers/promises';
import type { EventDefinition } from '@archaka/contracts';
import type { Log } from '../log.ts';
import type { Broker } from './broker.ts';
import { createChannelPublisher, type Publisher } from './channel-publisher.ts';
import type { Notifier } from './notifier.ts';
import type { OutboxRepository } from './outbox.ts';
import { sendRow } from './send-row.ts';
import { type EventSigner, SIGNATURE_HEADER } from './signature.ts';
import { assertConsumerQueues } from './topology.ts';

/** Covers rows without a notification: of a killed instance, or postponed. */
const POLL_MS = 1000;
const LEASE_MS = 5000;
const CONFIRM_MS = 4000;
const DRAIN_MS = 3000;

interface RelayWorkerOptions {
  readonly broker: Broker;
  readonly rows: OutboxRepository;
  readonly publishedEvents: readonly EventDefinition[];
  readonly sign: EventSigner;
  readonly log: Log;
  readonly notifier: Notifier;
  readonly limit: number;
  readonly rejectedBefore: boolean;
}

export interface RelayWorker {
  stop(): Promise<void>;
}

const createSigningPublisher =
  (publish: Publisher, sign: EventSigner): Publisher =>
  async (message) =>
    publish({ ...message, headers: { ...message.headers, [SIGNATURE_HEADER]: await sign(message.body) } });

/** @returns the number of due rows */
async function sendBatch(publish: Publisher, options: RelayWorkerOptions): Promise<number> {
  const { rows, log, limit, rejectedBefore } = options;
  const claimed = await rows.claim({ limit, rejectedBefore, leaseMs: LEASE_MS });
  const done = await Promise.all(claimed.map((row) => sendRow(row, { rows, log, publish })));
  const sent = claimed.filter((_, index) => done[index]);
  if (sent.length > 0) await rows.markPublished(sent);
  return claimed.length;
}

/** Uses its own channel, so that a closed channel delays no other worker. */
export function startRelayWorker(options: RelayWorkerOptions): RelayWorker {
  const { broker, publishedEvents, sign, log, notifier, limit } = options;
  let publisher: Publisher | undefined;
  let stopping = false;
  const channel = broker.openManagedChannel(async (opened) => {
    await assertConsumerQueues(opened, publishedEvents);
    publisher = createSigningPublisher(createChannelPublisher(opened, { timeoutMs: CONFIRM_MS }), sign);
    opened.once('close', () => {
      publisher = undefined;
    });
    notifier.notify();
  });

  const sendDue = async (): Promise<number> =>
    publisher && !broker.isBlocked() ? sendBatch(publisher, options) : 0;

  const sendWhile = async (shouldContinue: (sentCount: number) => boolean): Promise<void> => {
    try {
      while (shouldContinue(await sendDue()));
    } catch (error) {
      log.warn({ err: error }, 'relaying the outbox failed; trying again');
      await pause(POLL_MS);
    }
  };

  const runLoop = async (): Promise<void> => {
    while (!stopping) {
      // A row that was written meanwhile has notified.
      await sendWhile((sentCount) => !stopping && sentCount === limit);
      if (!stopping) await notifier.wait(POLL_MS);
    }
  };
  const sending = runLoop();

  return {
    async stop() {
      stopping = true;
      notifier.notify();
      await sending;
      const deadline = performance.now() + DRAIN_MS;
      await sendWhile((sentCount) => sentCount > 0 && performance.now() < deadline);
      await channel.close();
    },
  };
}
