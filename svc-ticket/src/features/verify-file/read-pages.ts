import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Obstacle, type SeenPage, Unreadable } from './seen-page.ts';
import type { Seen } from './worker.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MEGABYTES = 1024;
/** A hall's pack of some hundred pages takes minutes; a file that keeps its reader busy for good is ended. */
const LONGEST_MS = 10 * 60_000;

/** Sees the pages of files in a thread of its own: whatever is wrong with a file, that thread alone is at risk. */
export interface Reader {
  /** @throws Unreadable */
  pagesOf(path: string): Promise<readonly SeenPage[]>;
  close(): Promise<void>;
}

const startThread = (): Worker =>
  new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });

/** What ended the thread, where the file is to blame. */
function obstacleOf(error: unknown): Obstacle | undefined {
  const { name, code } = Object(error);
  if (name === 'AbortError') return 'too-slow';
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'broken' : undefined;
}

async function checkFile(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) throw new Unreadable('missing');
  if (file.size > MOST_BYTES) throw new Unreadable('too-large');
}

export function openReader(): Reader {
  let thread: Worker | undefined;

  const close = async () => {
    await thread?.terminate();
    thread = undefined;
  };
  const ask = async (path: string): Promise<Seen> => {
    thread ??= startThread();
    const answered = once(thread, 'message', { signal: AbortSignal.timeout(LONGEST_MS) });
    thread.postMessage(path);
    const [seen] = await answered;
    return seen;
  };
  const see = async (path: string): Promise<Seen> =>
    ask(path).catch(async (error): Promise<Seen> => {
      await close();
      const obstacle = obstacleOf(error);
      if (!obstacle) throw error;
      return { obstacle };
    });

  return {
    async pagesOf(path) {
      await checkFile(path);
      const seen = await see(path);
      if ('obstacle' in seen) throw new Unreadable(seen.obstacle);
      if (seen.pages.every(({ codes }) => codes.length === 0)) throw new Unreadable('no-code');
      return seen.pages;
    },
    close,
  };
}
