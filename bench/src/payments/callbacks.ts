import { newcomer, type Portal, payAtProvider, percentile, submit } from '@archaka/test-kit';
import { median } from '../statistics.ts';
import type { Figure } from '../table.ts';

const PAYMENTS = 40;
const STATUS_AIM_MS = 300;
const TICKET_AIM_MS = 1000;

async function until(answered: () => Promise<boolean>): Promise<number> {
  while (!(await answered()));
  return performance.now();
}

/** One payment whose only evidence is the callback; milliseconds from it to 'S' and to the ticket. */
async function payOnce(portal: Portal): Promise<{ status: number; ticket: number }> {
  const session = await newcomer(portal.origin);
  const order_id = await submit(session);
  await session.call('postorderdata', { order_id });
  const { simulator } = portal;
  const { callback } = await payAtProvider({ simulator, orderId: order_id, webhooks: 'lost' });

  const start = performance.now();
  await session.fetch('/api/payment/callback', { method: 'POST', body: new URLSearchParams(callback) });
  let id = '';
  const paid = await until(async () => {
    const [newest] = (await session.call('getticketsandprofile')).body.data;
    id = String(newest?.application_id);
    return newest?.payment_status === 'S';
  });
  const printed = await until(async () => {
    const response = await session.fetch(`/api/tickets/${id}`);
    await response.arrayBuffer();
    return response.status === 200;
  });
  return { status: paid - start, ticket: printed - start };
}

const figure = (what: string, sample: number[], aim: number): Figure => ({
  what: `${what}, ${sample.length} payments one after another`,
  measured: `p50 ${median(sample).toFixed(0)} ms, p95 ${percentile(sample, 0.95).toFixed(0)} ms`,
  against: `${aim} ms at p95`,
  ratio: (percentile(sample, 0.95) / aim).toFixed(2),
  reached: percentile(sample, 0.95) <= aim,
});

/** From the provider's callback to 'S' in the history and to the downloadable ticket. */
export async function benchCallbacks(portal: Portal): Promise<Figure[]> {
  const measured: { status: number; ticket: number }[] = [];
  for (let payment = 0; payment < PAYMENTS; payment++) measured.push(await payOnce(portal));
  return [
    figure(
      "callback to 'S' in the history",
      measured.map(({ status }) => status),
      STATUS_AIM_MS,
    ),
    figure(
      'callback to the downloadable ticket',
      measured.map(({ ticket }) => ticket),
      TICKET_AIM_MS,
    ),
  ];
}
