import { setTimeout as pause } from 'node:timers/promises';
import { waitForTicket } from '@archaka/test-kit';
import { createWalker, type JourneyContext, journey } from '../applicants/journey.ts';
import { phases } from '../applicants/phases.ts';

const TICKET_MS = 120_000;

export interface Way {
  /** Since the first was due. */
  readonly dueAtMs: number;
  /** From when it was due to the ticket. */
  readonly ms: number;
  readonly failure?: string;
}

async function goWholeWay(context: JourneyContext): Promise<void> {
  const walker = createWalker(context);
  for (const phase of phases) {
    await journey[phase](walker, context);
    if (phase === 'pay') await waitForTicket(walker.session, String(walker.draft.application_id), TICKET_MS);
  }
}

interface WaysOptions {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Applicants come at a fixed rate, however long earlier ones take, and go from the first visit to the ticket. */
export async function runWays(context: JourneyContext, { perSecond, seconds }: WaysOptions): Promise<Way[]> {
  const startedAt = performance.now();
  const count = Math.floor(perSecond * seconds);
  const started = Array.from({ length: count }, async (_, index): Promise<Way> => {
    const dueAtMs = (index * 1000) / perSecond;
    await pause(dueAtMs - (performance.now() - startedAt));
    const failure = await goWholeWay(context).then(
      () => undefined,
      (error: Error) => error.message,
    );
    const ms = performance.now() - startedAt - dueAtMs;
    return failure === undefined ? { dueAtMs, ms } : { dueAtMs, ms, failure };
  });
  return Promise.all(started);
}
