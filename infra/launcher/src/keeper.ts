import { setTimeout as wait } from 'node:timers/promises';

/** What is kept running: a part or an engine. */
export interface Running {
  pid: number;
  /** Resolves once it has ended, with words that say how. */
  ended: Promise<string>;
  stop: () => Promise<void>;
  kill: () => void;
}

export interface Kept {
  /** Resolves when it has been ready for the first time; rejects when it could not even be started. */
  ready: Promise<void>;
  /** Ends it and does not start it again. */
  stop: () => Promise<void>;
  /** The same at once. */
  kill: () => void;
}

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/**
 * Keeps a process running: when it falls it is started again, at once when it had been ready since its last start,
 * else after a pause that grows.
 */
export function keepRunning<R extends Running>({
  name,
  start,
  untilReady,
  started,
  tell,
}: {
  name: string;
  start: () => Promise<R>;
  untilReady: (running: R) => Promise<void>;
  /** Told at each start. */
  started: (running: R) => void;
  tell: (line: string) => void;
}): Kept {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  let running: R | undefined;
  let pauseMs = 0;

  const oneLife = async () => {
    running = await start();
    if (stopping.signal.aborted) {
      await running.stop();
      return running.ended;
    }
    started(running);
    untilReady(running).then(() => {
      pauseMs = 0;
      ready.resolve();
    }, ignored);
    return running.ended;
  };
  const lives = async () => {
    while (!stopping.signal.aborted) {
      const how = await oneLife().catch((error: Error) => {
        if (running === undefined) {
          ready.reject(error);
          stopping.abort();
        }
        return `did not start (${error.message})`;
      });
      if (stopping.signal.aborted) return;
      tell(`${name} ${how}; starting it again.`);
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(ignored);
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);
    }
  };
  const over = lives();
  return {
    ready: ready.promise,
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await over;
    },
    kill: () => {
      stopping.abort();
      running?.kill();
    },
  };
}

function ignored() {}
