import { setTimeout as pause } from 'node:timers/promises';
import { deadQueue, eventsQueue } from '@archaka/contracts/broker';
import { boundary } from '../boundary.ts';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../store/database.ts';
import { type Arrival, settle } from './arrival.ts';
import type { Broker } from './broker.ts';
import type { Inbox } from './inbox.ts';
import { judge } from './judge.ts';
import { passOn } from './pass-on.ts';
import type { FindForgery } from './signature.ts';
import { createStorePause } from './store-pause.ts';
import { subscribe } from './subscription.ts';
import type { Taken } from './taken.ts';
import { checkQueues } from './topology.ts';

const PREFETCH = 20;
const AFTER_FAULT_MS = 1000;

export interface ConsumerOptions {
  readonly broker: Broker;
  readonly db: OpenDatabase;
  readonly inbox: Inbox;
  /** e.g. `svc-ticket`: names the queues. */
  readonly service: string;
  readonly takes: readonly Taken[];
  readonly findForgery: FindForgery;
  readonly delays: readonly number[];
  readonly log: Log;
}

export interface Consumer {
  /** Events can arrive: the queues are there, and the store answers. */
  listening(): boolean;
  /** How many events wait to be taken, and how many are dead letters. @throws while the broker is away. */
  standing(): Promise<{ readonly events_waiting: number; readonly dead_letters: number }>;
  /** Takes no more, and resolves when what is in hand is done. */
  stop(): Promise<void>;
}

/** Takes a service's events from its queue; acknowledges each only after its effect is committed. */
export function startConsumer(options: ConsumerOptions): Consumer {
  const { broker, service, log, delays } = options;
  const takes = new Map(options.takes.map((taken) => [taken.definition.type, taken]));
  const judging = { ...options, takes };
  const inHand = new Set<Promise<void>>();
  const stopping = new AbortController();
  let suspects = Promise.resolve();

  const carryOut = async (arrival: Arrival): Promise<void> => {
    const verdict = await judge(arrival, judging);
    if (verdict.kind === 'store-down') return putBack(arrival, verdict.eventId);
    if (verdict.kind !== 'done') await passOn(arrival, verdict, { service, log });
    boundary('before-ack');
    settle(arrival, 'done');
  };

  const putBack = async (arrival: Arrival, eventId: string): Promise<void> => {
    await storePause.begin(eventId);
    settle(arrival, 'again');
  };

  const handle = async (arrival: Arrival): Promise<void> => {
    if (stopping.signal.aborted || !arrival.session.live) return;
    try {
      if (storePause.active()) await putBack(arrival, String(arrival.message.properties.messageId));
      else await carryOut(arrival);
    } catch (error) {
      log.error({ err: error }, 'message could not be settled');
      await pause(AFTER_FAULT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      settle(arrival, 'again');
    }
  };

  /** What was delivered before may have killed its consumer: one at a time, so that the right one is counted. */
  const handleAlone = (arrival: Arrival): Promise<void> => {
    suspects = suspects.then(() => handle(arrival));
    return suspects;
  };

  const subscription = subscribe(broker, {
    queue: eventsQueue(service),
    prefetch: PREFETCH,
    check: (channel) => checkQueues(channel, { service, delays }),
    receive: (message, session) => {
      const work = message.fields.redelivered
        ? handleAlone({ message, session })
        : handle({ message, session });
      inHand.add(work);
      work.finally(() => inHand.delete(work));
    },
  });
  const storePause = createStorePause({ ...options, ...subscription, signal: stopping.signal });

  return {
    listening: subscription.listening,
    standing: async () => ({
      events_waiting: await subscription.depthOf(eventsQueue(service)),
      dead_letters: await subscription.depthOf(deadQueue(service)),
    }),
    async stop() {
      stopping.abort();
      await subscription.hush();
      await Promise.all(inHand);
      await subscription.close();
    },
  };
}
