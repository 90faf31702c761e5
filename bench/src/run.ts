import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '@archaka/test-kit';
import { benchMemory } from './memory/at-rest.ts';
import { benchCallbacks } from './payments/callbacks.ts';
import { benchSubmissions } from './submissions/submissions.ts';
import { type Figure, printTable } from './table.ts';
import { benchRendering } from './tickets/rendering.ts';

const READY_AIM_MS = 15_000;
const SETTLE_MS = 5_000;

const figures: Figure[] = [];
const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
try {
  figures.push({
    what: '`npm start` with an empty data folder, all installed',
    measured: `${(portal.readyMs / 1000).toFixed(1)} s`,
    against: `${READY_AIM_MS / 1000} s`,
    ratio: (portal.readyMs / READY_AIM_MS).toFixed(2),
    reached: portal.readyMs <= READY_AIM_MS,
  });
  await pause(SETTLE_MS);
  figures.push(await benchMemory(portal));
  figures.push(...(await benchCallbacks(portal)));
  figures.push(await benchSubmissions(portal));
} finally {
  await portal.stop();
}
figures.push(await benchRendering());
printTable(figures);
process.exitCode = figures.every(({ reached }) => reached) ? 0 : 1;
