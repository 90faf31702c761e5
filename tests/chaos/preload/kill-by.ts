import { subscribe } from 'node:diagnostics_channel';
import { createKillPredicate } from './kill-order.ts';

let shouldKill: ((boundary: string) => boolean) | undefined;

/** Replaces the kill order (SIGKILL) of this process; undefined removes it. */
export function killBy(order: string | undefined): void {
  shouldKill = order ? createKillPredicate(order, { processId: process.pid }) : undefined;
}

subscribe('archaka:boundary', (message) => {
  if (shouldKill?.((message as { name: string }).name)) process.kill(process.pid, 'SIGKILL');
});
