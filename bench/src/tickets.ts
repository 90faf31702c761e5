import {
  eventually,
  type Portal,
  payAtProvider,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import { type Figure, measureMs, measureRate } from './figures.ts';
import { whilePaused } from './processes.ts';
import { watchIssued } from './watch-issued.ts';

const ROUNDS = [50, 300];
const ISSUED_MS = 300_000;

/** Applicants who pay; returns tickets a second that svc-ticket makes when it continues. */
async function measureBacklog(portal: Portal, applicants: number): Promise<number> {
  const issued = await watchIssued(portal);
  await whilePaused(portal, ['svc-ticket'], () =>
    measureRate(Array.from({ length: applicants }), 4, async () => {
      const session = await registerApplicant(portal.origin);
      const orderId = await submitNewApplication(session);
      const { callback } = await payAtProvider({ simulator: portal.simulator, orderId, webhooks: 'lost' });
      await session.fetch('/api/payment/callback', { method: 'POST', body: new URLSearchParams(callback) });
    }),
  );
  const areIssued = () => issued.count() === applicants;
  const ms = await measureMs(() => eventually(areIssued, { timeoutMs: ISSUED_MS, intervalMs: 20 }));
  await issued.close();
  return (applicants * 1000) / ms;
}

/** How fast one svc-ticket works off a backlog. The first round warms it up. */
export async function measure(portal: Portal): Promise<Figure[]> {
  let perSecond = 0;
  for (const applicants of ROUNDS) perSecond = await measureBacklog(portal, applicants);
  return [{ name: `tickets a second, backlog of ${ROUNDS.at(-1)}`, measured: perSecond.toFixed(1) }];
}
