import { setTimeout as pause } from 'node:timers/promises';
import { applicant, eventually, percentile, portrait } from '@archaka/test-kit';
import { type Application, anApplication } from '../../../svc-ticket/test/support/applications.ts';
import { openTicketing, PHOTO, type Ticketing } from '../../../svc-ticket/test/support/ticketing.ts';
import { openLoop } from '../open-loop.ts';
import { rate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { benchHallPack } from './hall-pack.ts';
import { NAMES } from './sample.ts';
import { type IssuedWatch, watchIssued } from './watch-issued.ts';

const SECONDS = 60;
const AIM_OF_RATE = 0.6;
const AIM_P95_MS = 1000;
/** Of these it is asked at once whether the ticket is there, once it was told to be. */
const EVERY = 20;
const WARM_UP = 50;
const CENTRE = 'Anakapalli';

interface Scene {
  readonly ticketing: Ticketing;
  readonly issued: IssuedWatch;
}

/** Applicants who have submitted and have not paid yet. */
async function submitted({ ticketing }: Scene, count: number): Promise<Application[]> {
  const applications = Array.from({ length: count }, () => anApplication(ticketing));
  await rate(applications, 16, (one) =>
    one.submit({ ...NAMES, centre_district: { name: CENTRE, name_te: 'అనకాపల్లి' } }),
  );
  const stranger = applicant();
  for (const one of applications.slice(-16)) {
    await eventually(async () => (await one.ask(stranger)).status === 403, { timeoutMs: 120_000 });
  }
  return applications;
}

async function mustBeThere(application: Application): Promise<void> {
  const { status } = await application.ask();
  if (status !== 200) throw new Error(`a ticket was told to be issued and answers ${status}`);
}

/** Captures payments at this rate; gives the milliseconds from each to its ticket. */
async function capture({ issued }: Scene, applications: readonly Application[], aSecond: number) {
  const times: number[] = [];
  await openLoop([...applications.entries()], aSecond, async ([place, application]) => {
    const capturedAt = performance.now();
    await application.pay();
    times.push((await issued.at(application.id)) - capturedAt);
    if (place % EVERY === 0) await mustBeThere(application);
  });
  return times;
}

/** Tickets a second while payments are captured as fast as raw pages could print, for a minute. */
async function sustained(scene: Scene, aSecond: number): Promise<number> {
  const applications = await submitted(scene, Math.ceil(aSecond * SECONDS));
  const before = scene.issued.count();
  const begun = performance.now();
  const all = capture(scene, applications, aSecond);
  await pause(SECONDS * 1000);
  const made = ((scene.issued.count() - before) * 1000) / (performance.now() - begun);
  await all;
  return made;
}

async function timesBelow(scene: Scene, aSecond: number): Promise<number[]> {
  const applications = await submitted(scene, Math.ceil(aSecond * SECONDS));
  return capture(scene, applications, aSecond);
}

interface Rates {
  /** Printed side by side. */
  readonly pages: number;
  readonly rawASecond: number;
  /** What a ticket alone takes to print. */
  readonly oursMs: number;
}

async function benchRates(scene: Scene, raw: number): Promise<Figure[]> {
  const made = await sustained(scene, raw);
  const times = await timesBelow(scene, AIM_OF_RATE * raw);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return [
    {
      what: `tickets from captured events, ${raw.toFixed(1)} captures/s for ${SECONDS} s`,
      measured: `${made.toFixed(1)}/s`,
      against: `as many raw reused pages side by side: ${raw.toFixed(1)}/s`,
      ratio: `${(made / raw).toFixed(2)} (aim ≥ ${AIM_OF_RATE})`,
      reached: made / raw >= AIM_OF_RATE,
    },
    {
      what: `capture to downloadable, ${(AIM_OF_RATE * raw).toFixed(1)} captures/s for ${SECONDS} s`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      against: `${AIM_P95_MS} ms at p95`,
      ratio: (p95 / AIM_P95_MS).toFixed(2),
      reached: p95 <= AIM_P95_MS,
    },
  ];
}

/** From `payment.captured.v1` to the ticket and to the hall's pack, by the real svc-ticket on stores and broker. */
export async function benchCaptured({ pages, rawASecond, oursMs }: Rates): Promise<Figure[]> {
  const ticketing = await openTicketing({ TICKET_PAGES: String(pages), LOG_LEVEL: 'warn' });
  ticketing.documents.put(PHOTO, await portrait());
  const issued = await watchIssued(ticketing.stage.amqpUrl);
  const scene = { ticketing, issued };
  try {
    await capture(scene, await submitted(scene, WARM_UP), rawASecond);
    const rates = await benchRates(scene, rawASecond);
    const centre = { name: CENTRE, tickets: issued.count() };
    return [...rates, await benchHallPack(ticketing.stage, centre, oursMs)];
  } finally {
    await issued.close();
    await ticketing.close();
  }
}
