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
 * The calendar of all programs on one stage; it goes on by itself from where it is set. Timers and the clocks of
 * MongoDB and RabbitMQ are not moved: leases, retries and due times go by the database's.
 */
export interface Clock {
  readonly now: () => Date;
  /** Every program goes by the new time when this resolves. */
  readonly advance: (by: Duration) => Promise<void>;
  readonly set: (instant: string) => Promise<void>;
}

/** A clock as those see it who start the programs. */
export interface ProcessClock extends Clock {
  /** What node is given so that a program goes by the clock from its first line. */
  readonly toNodeOptions: () => { args: string[]; env: Record<string, string> };
  /** Tells this child, which was started so and has a channel, of every move. */
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

/** Resolves when the child goes by the new time, or is gone. */
async function sendTime(child: ChildProcess, clockMs: number): Promise<void> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(ACK_TIMEOUT_MS)]);
  const acknowledged = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  // One that ends just now cannot be told; its end is heard.
  child.send({ clockMs }, () => undefined);
  await acknowledged
    .catch((cause) => {
      const message = `process ${child.pid} has not taken the new time within ${ACK_TIMEOUT_MS} ms`;
      throw new Error(message, { cause });
    })
    .finally(() => settled.abort());
}
