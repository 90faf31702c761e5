import { type Portal, percentile } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { answerTimes, makePayments, makeWebhooks } from './send-webhooks.ts';

const A_SECOND = 200;
const SECONDS = 20;
const PAYMENTS = 100;
const AIM_MS = 100;

/** How soon webhooks are answered while many come at once, whatever there is to do about them. */
export async function benchWebhooks(portal: Portal): Promise<Figure> {
  const payments = await makePayments(portal, PAYMENTS);
  const about = Array.from({ length: A_SECOND * SECONDS }, (_, place) => payments[place % PAYMENTS]);
  const webhooks = await makeWebhooks(portal, about);
  const times = await answerTimes(portal, { webhooks, aSecond: A_SECOND });
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    what: `webhooks of ${PAYMENTS} payments answered, ${A_SECOND}/s for ${SECONDS} s`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    against: `${AIM_MS} ms at p99`,
    ratio: (p99 / AIM_MS).toFixed(2),
    reached: p99 <= AIM_MS,
  };
}
