import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '@archaka/test-kit';
import { rate, timed } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { watchIssued } from '../tickets/watch-issued.ts';
import { workFigures } from './figures.ts';
import { makeMeter, type Traffic } from './meter.ts';
import { operationsFigure, operationsOf } from './operations.ts';
import { makePapers } from './papers.ts';
import { memoryOfParts } from './parts.ts';
import { beyondRest, type CpuByPart, type Spent, spentDuring } from './spent.ts';
import { growth, storedIn } from './stored.ts';
import { storedFigures } from './stored-figures.ts';
import { streamCost } from './streams.ts';
import { newWalker, type Setting, type Stretch, type Walker, way } from './way.ts';

/** What the compilers of the parts need until they have done their work. */
const WARM_UP = 24;
const APPLICANTS = 60;
const AT_ONCE = 8;
const REST_MS = 12_000;
/** What a start leaves behind is done by then. */
const STARTED_MS = 8_000;
/** Orders are looked at once more 12 s after people have left to pay. */
const LOOKED_AT_MS = 14_000;

/** What all applicants together caused on a stretch of their way. */
export interface StretchCost {
  readonly stretch: Stretch;
  readonly traffic: Traffic;
  readonly cpu: CpuByPart;
}

const stretches = Object.keys(way) as Stretch[];
const crowd = (setting: Setting, count: number): Walker[] =>
  Array.from({ length: count }, () => newWalker(setting));

/** Everybody goes the same stretch; gives tickets a second where they pay. */
async function go(setting: Setting, walkers: readonly Walker[], stretch: Stretch): Promise<number> {
  const issued = await watchIssued((await setting.portal.running()).amqpUrl);
  const ms = await timed(async () => {
    await rate(walkers, AT_ONCE, (walker) => way[stretch](walker, setting));
    if (stretch !== 'pay') return;
    await Promise.all(walkers.map(({ draft }) => issued.at(String(draft.application_id))));
  });
  await issued.close();
  return (walkers.length * 1000) / ms;
}

async function measured(setting: Setting, walkers: readonly Walker[], rest: Spent) {
  const costs: StretchCost[] = [];
  let ticketsASecond = 0;
  for (const stretch of stretches) {
    setting.meter.take();
    const spent = await spentDuring(setting.portal, async () => {
      const aSecond = await go(setting, walkers, stretch);
      if (stretch === 'pay') ticketsASecond = aSecond;
    });
    costs.push({ stretch, traffic: setting.meter.take(), cpu: beyondRest(spent, rest) });
  }
  return { costs, ticketsASecond };
}

/** What an applicant costs on the whole way from the first visit to the ticket, in CPU, requests, bytes and messages. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    const { mongoUrl } = await portal.running();
    const setting: Setting = { portal, meter: makeMeter(), papers: await makePapers() };
    await pause(STARTED_MS);
    const rest = await spentDuring(portal, () => pause(REST_MS));
    const early = crowd(setting, WARM_UP);
    for (const stretch of stretches) await go(setting, early, stretch);
    await pause(LOOKED_AT_MS);
    const before = await storedIn(mongoUrl);
    const asked = await operationsOf(mongoUrl);
    const walkers = crowd(setting, APPLICANTS);
    const { costs, ticketsASecond } = await measured(setting, walkers, rest);
    const operations = { before: asked, after: await operationsOf(mongoUrl) };
    const stored = growth(before, await storedIn(mongoUrl), APPLICANTS);
    const memory = await memoryOfParts(portal);
    const sessions = walkers.map(({ session }) => session);
    await pause(LOOKED_AT_MS);
    const streams = await streamCost({ portal, sessions });
    return [
      ...workFigures({ applicants: APPLICANTS, rest, costs, ticketsASecond, memory, streams }),
      operationsFigure(operations, APPLICANTS),
      ...storedFigures(stored, setting.papers),
    ];
  } finally {
    await portal.stop();
  }
}
