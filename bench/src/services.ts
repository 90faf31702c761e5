import { setTimeout as pause } from 'node:timers/promises';
import { type Portal, startPortal } from '@archaka/test-kit';
import { measureIdleMemory } from './memory/idle-memory.ts';
import { measureCallbacks } from './payments/callbacks.ts';
import { measureSubmissions } from './submissions/submissions.ts';
import type { Figure } from './table.ts';
import { measureRendering } from './tickets/rendering.ts';

const READY_TARGET_MS = 15_000;
const SETTLE_MS = 5_000;

const createStartUpFigure = ({ readyMs }: Portal): Figure => ({
  name: '`npm start` with an empty data folder, all installed',
  measured: `${(readyMs / 1000).toFixed(1)} s`,
  target: `${READY_TARGET_MS / 1000} s`,
  ratio: (readyMs / READY_TARGET_MS).toFixed(2),
  isReached: readyMs <= READY_TARGET_MS,
});

/** Start, memory, payments, submissions and tickets. */
export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    figures.push(createStartUpFigure(portal));
    await pause(SETTLE_MS);
    figures.push(await measureIdleMemory(portal));
    figures.push(...(await measureCallbacks(portal)));
    figures.push(await measureSubmissions(portal));
  } finally {
    await portal.stop();
  }
  return [...figures, ...(await measureRendering()).figures];
}
