import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '@archaka/service-kit/command-line';

/** A supervised component or engine. */
export interface ChildHandle {
  pid: number;
  /** Resolves after it has ended, with a description of how. */
  ended: Promise<string>;
  stop: () => Promise<void>;
  kill: () => void;
}

export interface SupervisedProcess {
  /** Resolves when it is ready for the first time; rejects when its first start, or any before that, fails for good. */
  ready: Promise<void>;
  /** Ends it without a restart. */
  stop: () => Promise<void>;
  /** Kills it without a restart. */
  kill: () => void;
}

const initialDelayMs = 250;
const maxDelayMs = 10_000;

/**
 * Supervises a process: after its end it is restarted, at once if it had been ready since its last start,
 * else after a pause that grows. One that ends with a permanent fault is not restarted.
 */
export function superviseProcess<R extends ChildHandle>({
  name,
  start,
  waitUntilReady,
  findPermanentFault = async () => undefined,
  onStart,
  report,
}: {
  name: string;
  start: () => Promise<R>;
  waitUntilReady: (child: R) => Promise<void>;
  /** Why a restart of the ended process cannot succeed, in a sentence. */
  findPermanentFault?: (child: R) => Promise<string | undefined>;
  /** Called at each start. */
  onStart: (child: R) => void;
  report: (line: string) => void;
}): SupervisedProcess {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  // It may fail before anyone waits for it.
  ready.promise.catch(ignore);
  let child: R | undefined;
  let delayMs = 0;
  let wasReady = false;

  const giveUp = (fault: string) => {
    stopping.abort();
    if (wasReady) report(`${fault}. It is not restarted.`);
    else ready.reject(new CommandError(fault));
  };
  const runOnce = async () => {
    child = await start();
    if (stopping.signal.aborted) {
      await child.stop();
      return child.ended;
    }
    onStart(child);
    waitUntilReady(child).then(() => {
      delayMs = 0;
      wasReady = true;
      ready.resolve();
    }, ignore);
    return child.ended;
  };
  const runUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      const how = await runOnce().catch((error: Error) => {
        if (child === undefined) {
          ready.reject(error);
          stopping.abort();
        }
        return `did not start (${error.message})`;
      });
      if (stopping.signal.aborted) return;
      const fault = child && (await findPermanentFault(child));
      if (fault !== undefined) return giveUp(fault);
      report(`${name} ${how}; restarting it.`);
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(ignore);
      delayMs = Math.min(Math.max(delayMs * 2, initialDelayMs), maxDelayMs);
    }
  };
  const finished = runUntilStopped();
  return {
    ready: ready.promise,
    stop: async () => {
      stopping.abort();
      await child?.stop();
      await finished;
    },
    kill: () => {
      stopping.abort();
      child?.kill();
    },
  };
}

function ignore() {}
