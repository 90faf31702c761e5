import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { BOUNDARIES, type KillOrder } from '../preload/kill-order.ts';
import { partOf } from '../stage/stage.ts';
import { untilSo } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';
import { untilBack } from './kill-part.ts';
import { signalTo } from './signal-to.ts';

/** Those that commit, publish and take events. */
const BUSY = ['svc-application', 'svc-payment', 'svc-ticket'] as const;
const MOST_PASSINGS = 3;
/** So many have passed there after this, while many applicants are under way; while few are, it comes again later. */
const PASSES_MS = scaledTimeout(8_000);

/** A service that is killed by itself when it passes a boundary of its work with store or broker. */
const killAt = (boundary: KillOrder['boundary']): Fault => ({
  name: `kill ${boundary}`,
  async strike(stage, chance) {
    const name = chance.oneOf(BUSY);
    const { pid } = await partOf(stage, name);
    const isGone = () => !signalTo(pid, 0);
    await stage.orders.killAt(name, { boundary, after: chance.between(1, MOST_PASSINGS) });
    const ordered = signalTo(pid, 'SIGUSR2');
    return async (over) => {
      await untilSo(async () => isGone() || over.aborted, PASSES_MS);
      const died = isGone();
      if (died) await untilBack(stage, { name, pid, since: performance.now() });
      else await stage.orders.callOff(name, pid);
      return ordered && died;
    };
  },
});

export const boundaryKills: readonly Fault[] = BOUNDARIES.map(killAt);
