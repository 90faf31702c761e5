import {
  type Portal,
  payAtProvider,
  percentile,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import { median } from '../statistics.ts';
import type { Figure } from '../table.ts';

const PAYMENTS = 40;
const STATUS_TARGET_MS = 300;
const TICKET_TARGET_MS = 1000;

async function waitUntil(isReached: () => Promise<boolean>): Promise<number> {
  while (!(await isReached()));
  return performance.now();
}

/** One payment whose only evidence is the callback; milliseconds from it to 'S' and to the ticket. */
async function measurePayment(portal: Portal): Promise<{ status: number; ticket: number }> {
  const session = await registerApplicant(portal.origin);
  const order_id = await submitNewApplication(session);
  await session.call('postorderdata', { order_id });
  const { simulator } = portal;
  const { callback } = await payAtProvider({ simulator, orderId: order_id, webhooks: 'lost' });

  const start = performance.now();
  await session.fetch('/api/payment/callback', { method: 'POST', body: new URLSearchParams(callback) });
  let id = '';
  const paidMs = await waitUntil(async () => {
    const [newest] = (await session.call('getticketsandprofile')).body.data;
    id = String(newest?.application_id);
    return newest?.payment_status === 'S';
  });
  const printedMs = await waitUntil(async () => {
    const response = await session.fetch(`/api/tickets/${id}`);
    await response.arrayBuffer();
    return response.status === 200;
  });
  return { status: paidMs - start, ticket: printedMs - start };
}

const createFigure = (name: string, sample: number[], targetMs: number): Figure => ({
  name: `${name}, ${sample.length} payments one after another`,
  measured: `p50 ${median(sample).toFixed(0)} ms, p95 ${percentile(sample, 0.95).toFixed(0)} ms`,
  target: `${targetMs} ms at p95`,
  ratio: (percentile(sample, 0.95) / targetMs).toFixed(2),
  isReached: percentile(sample, 0.95) <= targetMs,
});

/** From the provider's callback to 'S' in the history and to the downloadable ticket. */
export async function measureCallbacks(portal: Portal): Promise<Figure[]> {
  const measured: { status: number; ticket: number }[] = [];
  for (let payment = 0; payment < PAYMENTS; payment++) measured.push(await measurePayment(portal));
  return [
    createFigure(
      "callback to 'S' in the history",
      measured.map(({ status }) => status),
      STATUS_TARGET_MS,
    ),
    createFigure(
      'callback to the downloadable ticket',
      measured.map(({ ticket }) => ticket),
      TICKET_TARGET_MS,
    ),
  ];
}
