import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { PARTS, type PartName } from '../stage/parts.ts';
import { partOf, type Stage } from '../stage/stage.ts';
import { isReady, untilSo } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';
import { signalTo } from './signal-to.ts';

const READY_MS = scaledTimeout(60_000);

/** Whether the part runs as another process than `pid`, and is ready. */
async function isBack(stage: Stage, name: PartName, pid: number): Promise<boolean> {
  const now = await partOf(stage, name);
  return now.pid !== pid && (await isReady(now.port));
}

/** Waits until the part is ready in a new life, and measures from `since` how long that took. */
export async function untilBack(
  stage: Stage,
  { name, pid, since }: { name: PartName; pid: number; since: number },
): Promise<void> {
  await untilSo(() => isBack(stage, name, pid), READY_MS);
  stage.recoveries.note('service', name, since);
}

const killPart = (name: PartName): Fault => ({
  name: `kill ${name}`,
  async strike(stage) {
    const { pid } = await partOf(stage, name);
    const since = performance.now();
    // One that was just ending by itself was not killed.
    const killed = signalTo(pid, 'SIGKILL');
    return async () => {
      await untilBack(stage, { name, pid, since });
      return killed;
    };
  },
});

export const partKills: readonly Fault[] = PARTS.map(killPart);
