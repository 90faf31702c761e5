import { setTimeout as pause } from 'node:timers/promises';
import { buildApplicant, buildPortrait, eventually, percentile } from '@archaka/test-kit';
import { buildApplication, type TestApplication } from '../../../svc-ticket/test/support/applications.ts';
import {
  openTicketEnvironment,
  PHOTO_ID,
  type TicketEnvironment,
} from '../../../svc-ticket/test/support/ticket-environment.ts';
import { runOpenLoop } from '../open-loop.ts';
import { measureRate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { measureHallPack } from './hall-pack.ts';
import { NAMES } from './sample-ticket.ts';
import { type IssuedWatch, watchIssued } from './watch-issued.ts';

const SECONDS = 60;
const TARGET_SHARE_OF_RATE = 0.6;
const P95_TARGET_MS = 1000;
/** One of so many tickets is downloaded right after its event. */
const SAMPLE_EVERY = 20;
const WARM_UP = 50;
const CENTRE = 'Anakapalli';

interface BenchmarkContext {
  readonly ticketing: TicketEnvironment;
  readonly issued: IssuedWatch;
}

/** Applicants who have submitted and have not paid yet. */
async function submitApplications(
  { ticketing }: BenchmarkContext,
  count: number,
): Promise<TestApplication[]> {
  const applications = Array.from({ length: count }, () => buildApplication(ticketing));
  await measureRate(applications, 16, (application) =>
    application.submit({ ...NAMES, centre_district: { name: CENTRE, name_te: 'అనకాపల్లి' } }),
  );
  const stranger = buildApplicant();
  for (const application of applications.slice(-16)) {
    await eventually(async () => (await application.fetchTicket(stranger)).status === 403, {
      timeoutMs: 120_000,
    });
  }
  return applications;
}

async function expectTicket(application: TestApplication): Promise<void> {
  const { status } = await application.fetchTicket();
  if (status !== 200) throw new Error(`an issued ticket responded ${status}`);
}

/** Captures payments at this rate; returns the milliseconds from each to its ticket. */
async function capturePayments(
  { issued }: BenchmarkContext,
  applications: readonly TestApplication[],
  perSecond: number,
) {
  const times: number[] = [];
  await runOpenLoop([...applications.entries()], perSecond, async ([index, application]) => {
    const capturedAt = performance.now();
    await application.pay();
    times.push((await issued.waitForIssuedAt(application.id)) - capturedAt);
    if (index % SAMPLE_EVERY === 0) await expectTicket(application);
  });
  return times;
}

/** Tickets a second while payments are captured at the rate of raw pages, for a minute. */
async function measureSustainedRate(context: BenchmarkContext, perSecond: number): Promise<number> {
  const applications = await submitApplications(context, Math.ceil(perSecond * SECONDS));
  const before = context.issued.count();
  const startedAt = performance.now();
  const capturing = capturePayments(context, applications, perSecond);
  await pause(SECONDS * 1000);
  const madePerSecond = ((context.issued.count() - before) * 1000) / (performance.now() - startedAt);
  await capturing;
  return madePerSecond;
}

async function measureTimesAt(context: BenchmarkContext, perSecond: number): Promise<number[]> {
  const applications = await submitApplications(context, Math.ceil(perSecond * SECONDS));
  return capturePayments(context, applications, perSecond);
}

interface Rates {
  /** Number printed concurrently. */
  readonly pages: number;
  readonly rawPerSecond: number;
  /** Time to print a single ticket. */
  readonly oursMs: number;
}

async function measureRates(context: BenchmarkContext, rawPerSecond: number): Promise<Figure[]> {
  const madePerSecond = await measureSustainedRate(context, rawPerSecond);
  const times = await measureTimesAt(context, TARGET_SHARE_OF_RATE * rawPerSecond);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return [
    {
      name: `tickets from captured events, ${rawPerSecond.toFixed(1)} captures/s for ${SECONDS} s`,
      measured: `${madePerSecond.toFixed(1)}/s`,
      target: `as many raw reused pages concurrently: ${rawPerSecond.toFixed(1)}/s`,
      ratio: `${(madePerSecond / rawPerSecond).toFixed(2)} (target ≥ ${TARGET_SHARE_OF_RATE})`,
      isReached: madePerSecond / rawPerSecond >= TARGET_SHARE_OF_RATE,
    },
    {
      name: `capture to downloadable, ${(TARGET_SHARE_OF_RATE * rawPerSecond).toFixed(1)} captures/s for ${SECONDS} s`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      target: `${P95_TARGET_MS} ms at p95`,
      ratio: (p95 / P95_TARGET_MS).toFixed(2),
      isReached: p95 <= P95_TARGET_MS,
    },
  ];
}

/** Measures from `payment.captured.v1` to the ticket and to the hall pack, by the real svc-ticket on stores and broker. */
export async function measureTicketLatency({ pages, rawPerSecond, oursMs }: Rates): Promise<Figure[]> {
  const ticketing = await openTicketEnvironment({ TICKET_PAGES: String(pages), LOG_LEVEL: 'warn' });
  ticketing.documents.put(PHOTO_ID, await buildPortrait());
  const issued = await watchIssued(ticketing.stage.amqpUrl);
  const context = { ticketing, issued };
  try {
    await capturePayments(context, await submitApplications(context, WARM_UP), rawPerSecond);
    const rates = await measureRates(context, rawPerSecond);
    const centre = { name: CENTRE, tickets: issued.count() };
    return [...rates, await measureHallPack(ticketing.stage, centre, oursMs)];
  } finally {
    await issued.close();
    await ticketing.close();
  }
}
