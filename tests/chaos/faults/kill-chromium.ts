import { readFile } from 'node:fs/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { pickInstallation, readComponent } from '../environment/environment.ts';
import { waitUntil } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';
import { sendSignal } from './send-signal.ts';

/** A service starts its browser after its own start. */
const PRINT_TIMEOUT_MS = scaledTimeout(10_000);

/** The browsers that a process has started, from /proc. */
async function findBrowsers(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const candidates = children
    .split(' ')
    .filter(Boolean)
    .map(async (child) => {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      return /chrom/i.test(command) ? [Number(child)] : [];
    });
  return (await Promise.all(candidates)).flat();
}

/** Kills the whole process group, since the direct child may be a wrapper script. */
const killBrowser = (browser: number): boolean => sendSignal(-browser, 'SIGKILL');

export const killChromium: Fault = {
  name: 'kill Chromium',
  async inject(environment, random) {
    const installation = pickInstallation(environment, random);
    const hasOccurred = await waitUntil(async () => {
      const browsers = await findBrowsers((await readComponent(installation, 'svc-ticket')).pid);
      return browsers.filter(killBrowser).length > 0;
    }, PRINT_TIMEOUT_MS);
    return async () => hasOccurred;
  },
};
