import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../persistence/database.ts';
import type { Inbox } from './inbox.ts';

const POLL_MS = 1000;

interface DatabasePauseOptions {
  readonly db: Pick<OpenDatabase, 'ping'>;
  readonly inbox: Pick<Inbox, 'forgetRestarts'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** Stops consuming while the service's own database is down, so that no message fails for it. */
export class DatabasePause {
  readonly #options: DatabasePauseOptions;
  readonly #interrupted = new Set<string>();
  #paused: Promise<void> | undefined;

  constructor(options: DatabasePauseOptions) {
    this.#options = options;
  }

  isActive(): boolean {
    return this.#paused !== undefined;
  }

  begin(interruptedEvent: string): Promise<void> {
    const { log } = this.#options;
    this.#interrupted.add(interruptedEvent);
    if (!this.#paused) {
      log.warn('database is down: no events are consumed');
      this.#paused = this.#options.pause();
      this.#resumeWhenAvailable().catch((error) =>
        log.debug({ err: error }, 'the service stopped during the pause'),
      );
    }
    return this.#paused;
  }

  async #resumeWhenAvailable(): Promise<void> {
    const { signal, log, resume } = this.#options;
    do await pause(POLL_MS, undefined, { signal });
    while (!(await this.#isAvailable()));
    this.#interrupted.clear();
    this.#paused = undefined;
    log.info('database responds again: events are consumed');
    await resume();
  }

  /** An interruption is not the message's fault and must not count towards poison. */
  async #isAvailable(): Promise<boolean> {
    try {
      await this.#options.db.ping();
      await this.#options.inbox.forgetRestarts([...this.#interrupted]);
      return true;
    } catch {
      return false;
    }
  }
}
