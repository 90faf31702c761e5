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

/** The open streams of applicants' pages. They share one change stream, open while there are any. */
export class Subscribers {
  readonly #changes: Pick<ApplicationChangeStream, 'watch'>;
  readonly #log: Log;
  readonly #subscribers = new Set<Subscriber>();
  #opening: Promise<() => Promise<void>> | undefined;
  #failures = 0;

  constructor(changes: Pick<ApplicationChangeStream, 'watch'>, log: Log) {
    this.#changes = changes;
    this.#log = log;
  }

  /** Resolves once no later change can be missed. */
  async add(subscriber: Subscriber): Promise<void> {
    this.#subscribers.add(subscriber);
    this.#opening ??= this.#open();
    const attempt = this.#opening;
    try {
      await attempt;
      this.#failures = 0;
    } catch (error) {
      if (this.#opening === attempt) {
        this.#opening = undefined;
        this.#failures += 1;
      }
      throw error;
    }
  }

  async remove(subscriber: Subscriber): Promise<void> {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size === 0) await this.#closeStream();
  }

  async close(): Promise<void> {
    this.#endAll();
    await this.#closeStream();
  }

  async #open(): Promise<() => Promise<void>> {
    await pause(calculateBackoffMs(this.#failures));
    return this.#changes.watch({
      onChange: (change) => {
        for (const subscriber of this.#subscribers)
          if (subscriber.userId === change.userId) subscriber.notify(change);
      },
      onEnd: (error) => {
        this.#log.warn({ err: error }, 'watching for updates failed; pages connect again');
        this.#closeStream().catch((err) => this.#log.warn({ err }, 'closing the watch for updates failed'));
        this.#endAll();
      },
    });
  }

  async #closeStream(): Promise<void> {
    const current = this.#opening;
    this.#opening = undefined;
    const closeStream = await current?.catch(() => undefined);
    await closeStream?.();
  }

  #endAll(): void {
    for (const subscriber of this.#subscribers) subscriber.end();
  }
}
