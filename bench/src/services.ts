import { setTimeout as pause } from 'node:timers/promises';
import { type Portal, startPortal } from '@archaka/test-kit';
import { benchMemory } from './memory/at-rest.ts';
import { benchCallbacks } from './payments/callbacks.ts';
import { benchSubmissions } from './submissions/submissions.ts';
import type { Figure } from './table.ts';
import { benchRendering } from './tickets/rendering.ts';

const READY_AIM_MS = 15_000;
const SETTLE_MS = 5_000;

const startUp = ({ readyMs }: Portal): Figure => ({
  what: '`npm start` with an empty data folder, all installed',
  measured: `${(readyMs / 1000).toFixed(1)} s`,
  against: `${READY_AIM_MS / 1000} s`,
  ratio: (readyMs / READY_AIM_MS).toFixed(2),
  reached: readyMs <= READY_AIM_MS,
});

/** Start, memory, payments, submissions and tickets. */
export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    figures.push(startUp(portal));
    await pause(SETTLE_MS);
    figures.push(await benchMemory(portal));
    figures.push(...(await benchCallbacks(portal)));
    figures.push(await benchSubmissions(portal));
  } finally {
    await portal.stop();
  }
  return [...figures, ...(await benchRendering()).figures];
}
