import { subscribe } from 'node:diagnostics_channel';
import { createKillPredicate } from './kill-order.ts';

let shouldKill: ((boundary: string) => boolean) | undefined;

/** Has this process killed (SIGKILL) where the order says: the latest counts, and without one it lives on. */
export function killBy(order: string | undefined): void {
  shouldKill = order ? createKillPredicate(order, { processId: process.pid }) : undefined;
}

subscribe('archaka:boundary', (message) => {
  if (shouldKill?.((message as { name: string }).name)) process.kill(process.pid, 'SIGKILL');
});
