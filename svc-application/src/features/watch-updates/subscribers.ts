import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@archaka/service-kit';
import type {
  ApplicationChange,
  ApplicationChangeStream,
  ChangeListener,
} from '../../persistence/application-change-stream.ts';

interface Subscriber {
  readonly userId: string;
  readonly notify: (change: ApplicationChange) => void;
  readonly end: () => void;
}

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

/** Exponential, with jitter to spread the instances. */
const calculateBackoffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures) * (0.5 + Math.random() / 2);

export interface Subscribers {
  /** Resolves once no later change can be missed. */
  readonly add: (subscriber: Subscriber) => Promise<void>;
  readonly remove: (subscriber: Subscriber) => Promise<void>;
  readonly close: () => Promise<void>;
}

function createSharedWatch(changes: ApplicationChangeStream, listener: ChangeListener) {
  let opening: Promise<() => Promise<void>> | undefined;
  let failures = 0;

  const open = async () => {
    await pause(calculateBackoffMs(failures));
    return changes.watch(listener);
  };

  return {
    async ensureOpen(): Promise<void> {
      opening ??= open();
      const attempt = opening;
      try {
        await attempt;
        failures = 0;
      } catch (error) {
        if (opening === attempt) {
          opening = undefined;
          failures += 1;
        }
        throw error;
      }
    },

    async close(): Promise<void> {
      const current = opening;
      opening = undefined;
      const closeStream = await current?.catch(() => undefined);
      await closeStream?.();
    },
  };
}

export function createSubscribers(changes: ApplicationChangeStream, log: Log): Subscribers {
  const subscribers = new Set<Subscriber>();

  const handleChange = (change: ApplicationChange) => {
    for (const subscriber of subscribers) if (subscriber.userId === change.userId) subscriber.notify(change);
  };

  const endAll = () => {
    for (const subscriber of subscribers) subscriber.end();
  };

  const handleEnd = (error: unknown) => {
    log.warn({ err: error }, 'watching for updates failed; pages connect again');
    watch.close().catch((err) => log.warn({ err }, 'closing the watch for updates failed'));
    endAll();
  };

  const watch = createSharedWatch(changes, { onChange: handleChange, onEnd: handleEnd });

  return {
    add: async (subscriber) => {
      subscribers.add(subscriber);
      await watch.ensureOpen();
    },

    remove: async (subscriber) => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) await watch.close();
    },

    close: async () => {
      endAll();
      await watch.close();
    },
  };
}
