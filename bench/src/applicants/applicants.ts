import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { workFigures } from './figures.ts';
import { makeMeter } from './meter.ts';
import { operationsFigure, operationsOf } from './operations.ts';
import { makePapers } from './papers.ts';
import { memoryOfParts } from './parts.ts';
import { spentDuring } from './spent.ts';
import { growth, storedIn } from './stored.ts';
import { storedFigures } from './stored-figures.ts';
import { streamCost } from './streams.ts';
import { go, measureStretches, stretches } from './stretches.ts';
import { newWalker, type Setting, type Walker } from './way.ts';

/** What the compilers of the parts need until they have done their work. */
const WARM_UP = 24;
const APPLICANTS = 60;
/** What the gateway asks at once is asked for as many as on a busy day. */
const OPEN_PAGES = 500;
const REST_MS = 12_000;
/** What a start leaves behind is done by then. */
const STARTED_MS = 8_000;
/** Orders are looked at once more 12 s after people have left to pay. */
const LOOKED_AT_MS = 14_000;

const crowd = (setting: Setting, count: number): Walker[] =>
  Array.from({ length: count }, () => newWalker(setting));

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
    const { costs, ticketsASecond } = await measureStretches(setting, walkers, rest);
    const operations = { before: asked, after: await operationsOf(mongoUrl) };
    const stored = growth(before, await storedIn(mongoUrl), APPLICANTS);
    const memory = await memoryOfParts(portal);
    const others = crowd(setting, OPEN_PAGES - APPLICANTS);
    await go(setting, others, 'join');
    const sessions = [...walkers, ...others].map(({ session }) => session);
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
