import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../store/database.ts';
import type { Inbox } from './inbox.ts';

const ASK_MS = 1000;

/** While the own store is down, a consumer takes nothing: no message fails for it. */
export interface StorePause {
  active(): boolean;
  /** Begins a pause, or joins the one there is; resolves when no more messages come. */
  begin(interruptedEvent: string): Promise<void>;
}

interface StorePauseOptions {
  readonly db: OpenDatabase;
  readonly inbox: Inbox;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly hush: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

export function createStorePause({ db, inbox, log, signal, hush, resume }: StorePauseOptions): StorePause {
  const interrupted = new Set<string>();
  let quiet: Promise<void> | undefined;

  /** An interruption is no fault of the message: it must not count towards poison. */
  const storeAnswers = async (): Promise<boolean> => {
    try {
      await db.ping();
      await inbox.forgetRestarts([...interrupted]);
      return true;
    } catch {
      return false;
    }
  };

  const endWhenStoreAnswers = async (): Promise<void> => {
    do await pause(ASK_MS, undefined, { signal });
    while (!(await storeAnswers()));
    interrupted.clear();
    quiet = undefined;
    log.info('store answers again: events are taken');
    await resume();
  };

  return {
    active: () => quiet !== undefined,
    begin(event) {
      interrupted.add(event);
      if (!quiet) {
        log.warn('store is down: no events are taken');
        quiet = hush();
        endWhenStoreAnswers().catch((error) => log.debug({ err: error }, 'pause ended early'));
      }
      return quiet;
    },
  };
}
