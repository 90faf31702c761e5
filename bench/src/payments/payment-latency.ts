import {
  type Portal,
  payAtProvider,
  percentile,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import { runOpenLoop } from '../open-loop.ts';
import { measureRate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { whilePaused } from '../while-paused.ts';
import type { Payer } from './wait-until-paid.ts';
import { type PaidWatch, watchPaid } from './watch-paid.ts';

interface MeasureOptions {
  readonly portal: Portal;
  readonly paidWatch: PaidWatch;
}

const PAYMENTS_PER_SECOND = 10;
const PAYMENTS = 200;
const TARGET_WITH_TICKETS_MS = 250;
const TARGET_ALONE_MS = 150;

/** Applicants who have opened the checkout. */
async function startCheckouts(portal: Portal): Promise<Payer[]> {
  const payers: Payer[] = [];
  await measureRate(Array.from({ length: PAYMENTS }), 4, async () => {
    const session = await registerApplicant(portal.origin);
    const order_id = await submitNewApplication(session);
    await session.call('postorderdata', { order_id });
    payers.push({ session, order_id });
  });
  return payers;
}

/** Pays at the provider; half of the payments have only the callback as evidence, the others only webhooks. */
async function measurePayment(
  { portal, paidWatch }: MeasureOptions,
  payer: Payer,
  byCallback: boolean,
): Promise<number> {
  const { order_id, session } = payer;
  const { callback } = await payAtProvider({
    simulator: portal.simulator,
    orderId: order_id,
    webhooks: byCallback ? 'lost' : 'sent',
  });
  const start = performance.now();
  if (byCallback) {
    const body = new URLSearchParams(callback);
    await session.fetch('/api/payment/callback', { method: 'POST', body });
  }
  return (await paidWatch.waitForPaidAt(order_id)) - start;
}

async function measureTimes({ portal, paidWatch }: MeasureOptions): Promise<number[]> {
  const payers = await startCheckouts(portal);
  const times: number[] = [];
  await runOpenLoop([...payers.entries()], PAYMENTS_PER_SECOND, async ([index, payer]) => {
    times.push(await measurePayment({ portal, paidWatch }, payer, index % 2 === 0));
  });
  return times;
}

const createFigure = (condition: string, times: readonly number[], targetMs: number): Figure => {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return {
    name: `callback or webhook to 'S', ${PAYMENTS_PER_SECOND} payments/s, ${PAYMENTS} payments, ${condition}`,
    measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    target: `${targetMs} ms at p95`,
    ratio: (p95 / targetMs).toFixed(2),
    isReached: p95 <= targetMs,
  };
};

/** Measures the time until a payment shows, while tickets are made and while svc-ticket is stopped. */
export async function measurePaymentLatency(portal: Portal): Promise<Figure[]> {
  const { mongoUrl } = await portal.running();
  const paidWatch = await watchPaid(mongoUrl);
  try {
    const withTickets = await measureTimes({ portal, paidWatch });
    const withoutTickets = await whilePaused(portal, ['svc-ticket'], () =>
      measureTimes({ portal, paidWatch }),
    );
    return [
      createFigure('tickets being printed', withTickets, TARGET_WITH_TICKETS_MS),
      createFigure('without tickets', withoutTickets, TARGET_ALONE_MS),
    ];
  } finally {
    await paidWatch.close();
  }
}
