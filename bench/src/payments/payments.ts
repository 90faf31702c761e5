import { startPortal } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { measureBacklogDrain } from './backlog-drain.ts';
import { measurePaymentLatency } from './payment-latency.ts';
import { measureRecovery } from './recovery-time.ts';
import { measureWebhooks } from './webhooks.ts';

/** Benchmarks of payments in the whole portal. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    const latency = await measurePaymentLatency(portal);
    const recovery = await measureRecovery(portal);
    const webhooks = await measureWebhooks(portal);
    return [...latency, ...recovery, webhooks, ...(await measureBacklogDrain(portal))];
  } finally {
    await portal.stop();
  }
}
