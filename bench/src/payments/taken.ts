import { newcomer, type Portal, payAtProvider, percentile, submit } from '@archaka/test-kit';
import { openLoop } from '../open-loop.ts';
import { rate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import type { Visit } from './until-paid.ts';
import { type PaidWatch, watchPaid } from './watch-paid.ts';

interface Watched {
  readonly portal: Portal;
  readonly paid: PaidWatch;
}

const A_SECOND = 10;
const PAYMENTS = 200;
const AIM_WITH_TICKETS_MS = 250;
const AIM_ALONE_MS = 150;

/** Applicants who have left for the checkout. */
async function atTheCheckout(portal: Portal): Promise<Visit[]> {
  const visits: Visit[] = [];
  await rate(Array.from({ length: PAYMENTS }), 4, async () => {
    const session = await newcomer(portal.origin);
    const order_id = await submit(session);
    await session.call('postorderdata', { order_id });
    visits.push({ session, order_id });
  });
  return visits;
}

/** Pays at the provider; every other payment is told by the callback alone, the others by webhooks alone. */
async function payAndWait({ portal, paid }: Watched, visit: Visit, byCallback: boolean): Promise<number> {
  const { order_id, session } = visit;
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
  return (await paid.at(order_id)) - start;
}

async function timesOf({ portal, paid }: Watched): Promise<number[]> {
  const visits = await atTheCheckout(portal);
  const times: number[] = [];
  await openLoop([...visits.entries()], A_SECOND, async ([place, visit]) => {
    times.push(await payAndWait({ portal, paid }, visit, place % 2 === 0));
  });
  return times;
}

const figure = (what: string, times: readonly number[], aimMs: number): Figure => {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return {
    what: `callback or webhook to 'S', ${A_SECOND} payments/s, ${PAYMENTS} payments, ${what}`,
    measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    against: `${aimMs} ms at p95`,
    ratio: (p95 / aimMs).toFixed(2),
    reached: p95 <= aimMs,
  };
};

/** How soon a payment shows, while tickets are made and while svc-ticket stands still. */
export async function benchTaken(portal: Portal): Promise<Figure[]> {
  const { parts, mongoUrl } = await portal.running();
  const paid = await watchPaid(mongoUrl);
  const withTickets = await timesOf({ portal, paid });
  const tickets = parts['svc-ticket']?.pid;
  if (!tickets) throw new Error('svc-ticket does not run');
  process.kill(tickets, 'SIGSTOP');
  try {
    const alone = await timesOf({ portal, paid });
    return [
      figure('tickets being made', withTickets, AIM_WITH_TICKETS_MS),
      figure('without tickets', alone, AIM_ALONE_MS),
    ];
  } finally {
    process.kill(tickets, 'SIGCONT');
    await paid.close();
  }
}
