import { subscribe } from 'node:diagnostics_channel';
import { endBy } from './kill-order.ts';

let isEnd: ((boundary: string) => boolean) | undefined;

/** Has this process killed (SIGKILL) where the order says: the latest counts, and without one it lives on. */
export function killBy(order: string | undefined): void {
  isEnd = order ? endBy(order, { life: process.pid }) : undefined;
}

subscribe('archaka:boundary', (passed) => {
  if (isEnd?.((passed as { name: string }).name)) process.kill(process.pid, 'SIGKILL');
});
