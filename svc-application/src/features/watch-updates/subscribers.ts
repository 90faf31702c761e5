import type { Log } from '@archaka/service-kit';
import type { ApplicationChange, ApplicationChanges } from '../../store/application-changes.ts';

/** One signed-in browser that wants to know. */
export interface Subscriber {
  readonly userId: string;
  readonly tell: (change: ApplicationChange) => void;
  readonly end: () => void;
}

/** Hands changes on to whom they concern; watches the database only while there is somebody. */
export function makeSubscribers(changes: ApplicationChanges, log: Log) {
  const subscribers = new Set<Subscriber>();
  let watching: Promise<() => Promise<void>> | undefined;

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

  return {
    /** Resolves once no later change will be missed. */
    add: async (subscriber: Subscriber): Promise<void> => {
      subscribers.add(subscriber);
      watching ??= changes.watch({ onChange, onEnd });
      await watching;
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
