import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@archaka/service-kit';
import type { ApplicationChange, ApplicationChanges } from '../../store/application-changes.ts';

/** One signed-in browser that wants to know. */
export interface Subscriber {
  readonly userId: string;
  readonly tell: (change: ApplicationChange) => void;
  readonly end: () => void;
}

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

/** Longer after each failure, and never the same for all instances. */
const backoffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures) * (0.5 + Math.random() / 2);

/** Hands changes on to whom they concern; watches the database only while there is somebody. */
export function makeSubscribers(changes: ApplicationChanges, log: Log) {
  const subscribers = new Set<Subscriber>();
  let watching: Promise<() => Promise<void>> | undefined;
  let failures = 0;

  const onChange = (change: ApplicationChange) => {
    for (const subscriber of subscribers) if (subscriber.userId === change.userId) subscriber.tell(change);
  };

  const stop = async () => {
    const watched = watching;
    watching = undefined;
    const close = await watched?.catch(() => undefined);
    await close?.();
  };

  const endAll = () => {
    for (const subscriber of subscribers) subscriber.end();
  };

  /** Browsers connect again and read their state anew. */
  const onEnd = (error: unknown) => {
    log.warn({ err: error }, 'updates interrupted');
    stop().catch((err) => log.warn({ err }, 'updates not closed'));
    endAll();
  };

  const open = async () => {
    await pause(backoffMs(failures));
    return changes.watch({ onChange, onEnd });
  };

  /** Watches once for all; a watch that fails is dropped at once, and the next one waits. */
  const ensureWatching = async (): Promise<void> => {
    watching ??= open();
    const mine = watching;
    try {
      await mine;
      failures = 0;
    } catch (error) {
      if (watching === mine) {
        watching = undefined;
        failures += 1;
      }
      throw error;
    }
  };

  return {
    /** Resolves once no later change will be missed. */
    add: async (subscriber: Subscriber): Promise<void> => {
      subscribers.add(subscriber);
      await ensureWatching();
    },

    remove: async (subscriber: Subscriber): Promise<void> => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) await stop();
    },

    close: async (): Promise<void> => {
      endAll();
      await stop();
    },
  };
}
export type Subscribers = ReturnType<typeof makeSubscribers>;
