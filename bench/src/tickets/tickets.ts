import { startBackingServices, toBackingServiceVariables } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { measureRawRate } from './raw-rate.ts';
import { measureRendering } from './rendering.ts';
import { measureTicketLatency } from './ticket-latency.ts';

/** As many as svc-ticket prints at once unless told otherwise. */
const PAGES = 2;

/** What tickets cost: one by one, from captured payments, and in the pack of a hall. */
export async function measure(): Promise<Figure[]> {
  const { figures, oursMs } = await measureRendering();
  const services = await startBackingServices();
  try {
    Object.assign(process.env, toBackingServiceVariables(services));
    const rawPerSecond = await measureRawRate(PAGES);
    return [...figures, ...(await measureTicketLatency({ pages: PAGES, rawPerSecond, oursMs }))];
  } finally {
    await services.stop();
  }
}
