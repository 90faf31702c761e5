import { subscribe } from 'node:diagnostics_channel';
import { endBy } from './kill-order.ts';

/**
 * Loaded before a service (`node --import`): kills it (SIGKILL) at the boundary of its work with stores and
 * broker that CHAOS_KILL orders; without CHAOS_KILL, nowhere.
 */
const { CHAOS_KILL } = process.env;

if (CHAOS_KILL) {
  const isEnd = endBy(CHAOS_KILL, { life: process.pid });
  subscribe('archaka:boundary', (passed) => {
    if (isEnd((passed as { name: string }).name)) process.kill(process.pid, 'SIGKILL');
  });
}
