import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@archaka/service-kit';
import type {
  ApplicationChange,
  ApplicationChangeStream,
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

export function createSubscribers(changes: ApplicationChangeStream, log: Log): Subscribers {
  const subscribers = new Set<Subscriber>();
  let watching: Promise<() => Promise<void>> | undefined;
  let failures = 0;

  const handleChange = (change: ApplicationChange) => {
    for (const subscriber of subscribers) if (subscriber.userId === change.userId) subscriber.notify(change);
  };

  const stopWatching = async () => {
    const current = watching;
    watching = undefined;
    const close = await current?.catch(() => undefined);
    await close?.();
  };

  const endAll = () => {
    for (const subscriber of subscribers) subscriber.end();
  };

  const handleEnd = (error: unknown) => {
    log.warn({ err: error }, 'watching for updates failed; pages connect again');
    stopWatching().catch((err) => log.warn({ err }, 'closing the watch for updates failed'));
    endAll();
  };

  const openWatch = async () => {
    await pause(calculateBackoffMs(failures));
    return changes.watch({ onChange: handleChange, onEnd: handleEnd });
  };

  const ensureWatching = async (): Promise<void> => {
    watching ??= openWatch();
    const attempt = watching;
    try {
      await attempt;
      failures = 0;
    } catch (error) {
      if (watching === attempt) {
        watching = undefined;
        failures += 1;
      }
      throw error;
    }
  };

  return {
    add: async (subscriber) => {
      subscribers.add(subscriber);
      await ensureWatching();
    },

    remove: async (subscriber) => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) await stopWatching();
    },

    close: async () => {
      endAll();
      await stopWatching();
    },
  };
}
