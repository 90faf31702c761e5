import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../persistence/database.ts';
import type { Inbox } from './inbox.ts';

const POLL_MS = 1000;

/** Stops consuming while the service's own database is down, so that no message fails for it. */
export interface DatabasePause {
  isActive(): boolean;
  begin(interruptedEvent: string): Promise<void>;
}

interface DatabasePauseOptions {
  readonly db: OpenDatabase;
  readonly inbox: Inbox;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

export function createDatabasePause({
  db,
  inbox,
  log,
  signal,
  pause: pauseConsumer,
  resume,
}: DatabasePauseOptions): DatabasePause {
  const interrupted = new Set<string>();
  let paused: Promise<void> | undefined;

  /** An interruption is not the message's fault and must not count towards poison. */
  const isDatabaseAvailable = async (): Promise<boolean> => {
    try {
      await db.ping();
      await inbox.forgetRestarts([...interrupted]);
      return true;
    } catch {
      return false;
    }
  };

  const resumeWhenAvailable = async (): Promise<void> => {
    do await pause(POLL_MS, undefined, { signal });
    while (!(await isDatabaseAvailable()));
    interrupted.clear();
    paused = undefined;
    log.info('database responds again: events are consumed');
    await resume();
  };

  return {
    isActive: () => paused !== undefined,
    begin(event) {
      interrupted.add(event);
      if (!paused) {
        log.warn('database is down: no events are consumed');
        paused = pauseConsumer();
        resumeWhenAvailable().catch((error) =>
          log.debug({ err: error }, 'the service stopped during the pause'),
        );
      }
      return paused;
    },
  };
}
