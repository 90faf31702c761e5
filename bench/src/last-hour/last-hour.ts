import { setTimeout as pause } from 'node:timers/promises';
import { type ApplicantSession, startPortal, waitForTicket } from '@archaka/test-kit';
import { createTestDocuments } from '../applicants/documents.ts';
import { createWalker, type JourneyContext, journey, type Walker } from '../applicants/journey.ts';
import { createTrafficMeter } from '../applicants/traffic-meter.ts';
import { runOpenLoop } from '../open-loop.ts';
import { restartComponent } from '../restart-component.ts';
import { measureRate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { CALM_SECONDS, createFigures, FLOOD_SECONDS } from './figures.ts';
import { runFlood } from './flood.ts';
import { enterPortal, readPlace } from './waiting.ts';

/** Ten times the capacity of two cores at half a second of CPU for an applicant. */
const ARRIVALS_PER_SECOND = 40;
/** Admits 1.5 a second, so that it fills within a minute. */
const VISITOR_LIMIT = 90;
const INSIDE = 20;
const PAYMENTS_PER_SECOND = 0.4;
/** After the payments of those inside. */
const RESTART_AFTER_SECONDS = 70;
const SAMPLE = 20;

/** Signed in, with the form filled and saved, and a place inside. */
async function prepareInside(context: JourneyContext, count: number): Promise<Walker[]> {
  const walkers = Array.from({ length: count }, () => createWalker(context));
  await measureRate(walkers, 4, async (walker) => {
    await enterPortal(walker.session, AbortSignal.timeout(600_000));
    await journey.join(walker);
    await journey.fill(walker, context);
  });
  return walkers;
}

/** From the submission to the downloadable ticket, in ms. @throws Error when a step fails */
function measurePayments(context: JourneyContext, walkers: readonly Walker[]): Promise<number[]> {
  return runOpenLoop(walkers, PAYMENTS_PER_SECOND, async (walker) => {
    await journey.submit(walker);
    await journey.pay(walker, context);
    await waitForTicket(walker.session, String(walker.draft.application_id), 60_000);
  });
}

/** Positions of waiting visitors in order of arrival, read at the same time. */
async function countOvertaken(
  visitors: readonly ApplicantSession[],
): Promise<{ asked: number; overtaken: number }> {
  const step = Math.max(1, Math.floor(visitors.length / SAMPLE));
  const sample = visitors.filter((_, index) => index % step === 0);
  const places = (await Promise.all(sample.map(readPlace))).filter((place) => place !== undefined);
  const overtaken = places.filter((place, index) => index > 0 && place < (places[index - 1] ?? 0));
  return { asked: places.length, overtaken: overtaken.length };
}

async function countLostDrafts(walkers: readonly Walker[]): Promise<number> {
  const drafts = await Promise.all(walkers.map(({ session }) => session.call('getsaveformdata')));
  return drafts.filter(({ body }) => body.data?.[0]?.application_id === undefined).length;
}

/** Ten times the visitors that the machine can serve, while others pay. */
export async function measure(perSecond = ARRIVALS_PER_SECOND): Promise<Figure[]> {
  const portal = await startPortal({ env: { VISITOR_LIMIT: String(VISITOR_LIMIT) } });
  try {
    const context = { portal, meter: createTrafficMeter(), documents: await createTestDocuments() };
    const inside = await prepareInside(context, 3 * INSIDE);
    const groups = [0, 1, 2].map((group) => inside.slice(group * INSIDE, (group + 1) * INSIDE)) as [
      Walker[],
      Walker[],
      Walker[],
    ];
    const before = await measurePayments(context, groups[0]);
    const sessions: ApplicantSession[] = [];
    const onVisitor = (session: ApplicantSession) => void sessions.push(session);
    const flooding = runFlood({ context, perSecond, seconds: FLOOD_SECONDS, onVisitor });
    const restarting = pause(RESTART_AFTER_SECONDS * 1000).then(() =>
      restartComponent(portal, 'shell', '/healthz'),
    );
    const checking = pause((FLOOD_SECONDS - 2) * 1000).then(() => countOvertaken(sessions));
    const meanwhile = await measurePayments(context, groups[1]);
    const [awayMs, order, flood] = await Promise.all([restarting, checking, flooding]);
    const floodEndedAt = performance.now();
    const newcomer = createWalker(context);
    const admitted = enterPortal(newcomer.session, AbortSignal.timeout(600_000)).then(
      () => (performance.now() - floodEndedAt) / 1000,
    );
    await pause(CALM_SECONDS * 1000);
    const after = await measurePayments(context, groups[2]);
    const lostDrafts = await countLostDrafts(flood.drafted);
    return createFigures({
      before,
      meanwhile,
      after,
      flood,
      awayMs,
      order,
      lostDrafts,
      newcomerSeconds: await admitted,
    });
  } finally {
    await portal.stop();
  }
}
