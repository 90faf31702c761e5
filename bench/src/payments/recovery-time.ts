import {
  type Portal,
  payAtProvider,
  percentile,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import { measureMs } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { type Payer, waitUntilPaid } from './wait-until-paid.ts';

const PAYMENTS = 20;
const POLL_INTERVAL_MS = 250;
const RECOVERY_TARGET_MS = 60_000;
const RECHECK_TARGET_MS = 1_000;

/** An applicant with a captured payment without callback and webhook. */
async function createUnreportedPayment(portal: Portal): Promise<Payer> {
  const session = await registerApplicant(portal.origin);
  const order_id = await submitNewApplication(session);
  await session.call('postorderdata', { order_id });
  await payAtProvider({ simulator: portal.simulator, orderId: order_id, webhooks: 'lost' });
  return { session, order_id };
}

/** Measures how long a payment without evidence stays unknown: by default, and after a recheck by the applicant. */
export async function measureRecovery(portal: Portal): Promise<Figure[]> {
  const recoveries = Array.from({ length: PAYMENTS }, async () => {
    const payer = await createUnreportedPayment(portal);
    return measureMs(() => waitUntilPaid(payer, POLL_INTERVAL_MS));
  });
  const recoveryMs = Math.max(...(await Promise.all(recoveries)));

  const recheckTimes: number[] = [];
  for (let payment = 0; payment < PAYMENTS; payment++) {
    const payer = await createUnreportedPayment(portal);
    recheckTimes.push(
      await measureMs(async () => {
        await payer.session.call('recheckpayment', { order_id: payer.order_id });
        await waitUntilPaid(payer, 10);
      }),
    );
  }
  const p95 = percentile(recheckTimes, 0.95);
  return [
    {
      name: `callback and webhooks lost, found by polling, slowest of ${PAYMENTS}`,
      measured: `${(recoveryMs / 1000).toFixed(1)} s`,
      target: `${RECOVERY_TARGET_MS / 1000} s`,
      ratio: (recoveryMs / RECOVERY_TARGET_MS).toFixed(2),
      isReached: recoveryMs <= RECOVERY_TARGET_MS,
    },
    {
      name: `callback and webhooks lost, 'I was charged' to 'S', ${PAYMENTS} payments one after another`,
      measured: `p95 ${p95.toFixed(0)} ms`,
      target: `${RECHECK_TARGET_MS} ms`,
      ratio: (p95 / RECHECK_TARGET_MS).toFixed(2),
      isReached: p95 <= RECHECK_TARGET_MS,
    },
  ];
}
