import { type Portal, percentile } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { createPayments, createWebhooks, measureResponseTimes } from './send-webhooks.ts';

const WEBHOOKS_PER_SECOND = 200;
const SECONDS = 20;
const PAYMENTS = 100;
const TARGET_MS = 100;

/** Measures response times of webhooks in a burst, independent of their processing. */
export async function measureWebhooks(portal: Portal): Promise<Figure> {
  const payments = await createPayments(portal, PAYMENTS);
  const webhookPayments = Array.from(
    { length: WEBHOOKS_PER_SECOND * SECONDS },
    (_, index) => payments[index % PAYMENTS],
  );
  const webhooks = await createWebhooks(portal, webhookPayments);
  const times = await measureResponseTimes(portal, { webhooks, perSecond: WEBHOOKS_PER_SECOND });
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    name: `responses to the webhooks of ${PAYMENTS} payments, ${WEBHOOKS_PER_SECOND}/s for ${SECONDS} s`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    target: `${TARGET_MS} ms at p99`,
    ratio: (p99 / TARGET_MS).toFixed(2),
    isReached: p99 <= TARGET_MS,
  };
}
