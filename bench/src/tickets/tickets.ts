import { startBackingServices, toBackingServiceVariables } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { measureRawRate } from './raw-rate.ts';
import { measureRendering } from './rendering.ts';
import { measureTicketLatency } from './ticket-latency.ts';

/** svc-ticket's default concurrency. */
const PAGES = 2;

/** Measures the cost of tickets: single, from captured payments, and in a hall pack. */
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
