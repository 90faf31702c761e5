import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';

/**
 * Loaded before each component (`node --import`). Its URL's parameter `orders` is a folder of files:
 * `svc-auth.clock` is read at the start and holds the error of the component's clock in ms.
 * `svc-auth.kill` is read at each SIGUSR2 and holds the kill order; without the file no order is active.
 */
const orders = new URL(import.meta.url).searchParams.get('orders');
const [, component] = /([^/]+)\/(?:src|server)\/main\.ts$/.exec(process.argv[1] ?? '') ?? [];

export const FAILPOINTS = ['before-commit', 'after-commit', 'after-publish', 'before-ack'] as const;

/** Kills the process (SIGKILL) when it passes a boundary of its work for the `after`th time. */
export interface KillOrder {
  readonly boundary: (typeof FAILPOINTS)[number];
  readonly after: number;
}

function readOrder(kind: 'clock' | 'kill'): string | undefined {
  try {
    return readFileSync(`${orders}/${component}.${kind}`, 'utf8');
  } catch {
    return undefined;
  }
}

if (orders && component) {
  const clockErrorMs = readOrder('clock');
  if (clockErrorMs) {
    process.env.TEST_CLOCK_MS = clockErrorMs;
    await import('@archaka/test-kit/clock');
  }
  let order: KillOrder | undefined;
  let passCount = 0;
  process.on('SIGUSR2', () => {
    const text = readOrder('kill');
    order = text ? JSON.parse(text) : undefined;
    passCount = 0;
  });
  subscribe('archaka:boundary', (message) => {
    if ((message as { name: string }).name !== order?.boundary) return;
    passCount += 1;
    if (passCount === order.after) process.kill(process.pid, 'SIGKILL');
  });
}
