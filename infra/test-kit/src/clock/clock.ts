import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { scaledTimeout } from '../timeouts.ts';

const PRELOAD = fileURLToPath(new URL('./preload.ts', import.meta.url));
const ACK_TIMEOUT_MS = scaledTimeout(10_000);

interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/**
 * The calendar of all programs of a test environment; it continues from the set time. Timers and the clocks of
 * MongoDB and RabbitMQ are not moved: leases, retries and due times use the database's.
 */
export interface Clock {
  readonly now: () => Date;
  /** Every program uses the new time when this resolves. */
  readonly advance: (by: Duration) => Promise<void>;
  readonly set: (instant: string) => Promise<void>;
}

/** The clock's interface for code that starts programs. */
export interface ProcessClock extends Clock {
  /** Arguments and variables of node with which a program uses the clock from its start. */
  readonly toNodeOptions: () => { args: string[]; env: Record<string, string> };
  /** Sends every change to this child, which was started so and has an IPC channel. */
  readonly attach: (child: ChildProcess) => void;
}

export function createClock(): ProcessClock {
  let shiftMs = 0;
  const children = new Set<ChildProcess>();
  const shiftTo = async (ms: number) => {
    shiftMs = ms;
    await Promise.all([...children].map((child) => sendTime(child, ms)));
  };

  return {
    now: () => new Date(Date.now() + shiftMs),
    advance: ({ days = 0, hours = 0, minutes = 0 }) =>
      shiftTo(shiftMs + ((days * 24 + hours) * 60 + minutes) * 60_000),
    set: async (instant) => shiftTo(parseInstant(instant) - Date.now()),
    toNodeOptions: () => ({ args: ['--import', PRELOAD], env: { TEST_CLOCK_MS: String(shiftMs) } }),
    attach: (child) => {
      children.add(child);
      child.once('exit', () => children.delete(child));
    },
  };
}

function parseInstant(instant: string): number {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new Error(`${instant} is not an instant`);
  return ms;
}

/** Resolves when the child uses the new time, or has ended. */
async function sendTime(child: ChildProcess, clockMs: number): Promise<void> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(ACK_TIMEOUT_MS)]);
  const acknowledged = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  // A child that is ending cannot receive it; its exit resolves the promise.
  child.send({ clockMs }, () => undefined);
  await acknowledged
    .catch((cause) => {
      const message = `process ${child.pid} has not applied the new time within ${ACK_TIMEOUT_MS} ms`;
      throw new Error(message, { cause });
    })
    .finally(() => settled.abort());
}

/** For `useFakeTimers({ doNotFake })`: only the date is faked, since MongoDB's driver needs real timers. */
export const REAL_TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;
