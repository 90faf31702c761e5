import { readFile } from 'node:fs/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { partOf } from '../stage/stage.ts';
import { untilSo } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';
import { signalTo } from './signal-to.ts';

/** A service that has just started starts its browser first. */
const PRINTS_MS = scaledTimeout(10_000);

/** The browsers that a process has started (Linux tells them). */
async function browsersOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const named = children
    .split(' ')
    .filter(Boolean)
    .map(async (child) => {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      return /chrom/i.test(command) ? [Number(child)] : [];
    });
  return (await Promise.all(named)).flat();
}

/** With all its processes, which are one group: what was started may only be a script that started it. */
const isKilled = (browser: number): boolean => signalTo(-browser, 'SIGKILL');

export const killChromium: Fault = {
  name: 'kill Chromium',
  async strike(stage) {
    const struck = await untilSo(async () => {
      const browsers = await browsersOf((await partOf(stage, 'svc-ticket')).pid);
      return browsers.filter(isKilled).length > 0;
    }, PRINTS_MS);
    return async () => struck;
  },
};
