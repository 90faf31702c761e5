import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Fault } from '../../../faults/fault.ts';
import { waitUntilAllReady } from '../../../faults/wait-until-all-ready.ts';
import { waitUntil } from '../../../watch/readiness.ts';
import type { RabbitSite } from '../../engines.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';
import { rankByLeadership, waitUntilRejoined } from './nodes.ts';
import { confirms, declareProbe, deleteProbe } from './probe.ts';
import {
  deafen,
  isolate,
  isolateFromNodes,
  kill,
  pauseProcess,
  type StrikeAction,
  slowDisk,
} from './strikes.ts';

const RECOVERY_TIMEOUT_MS = scaledTimeout(60_000);

interface RabbitFault {
  readonly name: string;
  /** The node that leads most of the services' queues, or fewest. */
  readonly target: 'leader' | 'follower';
  readonly durationMs: { readonly min: number; readonly max: number };
  readonly losesLeader: boolean;
  readonly strike: StrikeAction;
}

const createRabbitFault = ({
  name,
  target,
  durationMs,
  losesLeader,
  strike,
}: RabbitFault): Fault<ClusterEnvironment> => ({
  name,
  durationMs,
  async inject(environment) {
    const { rabbitSites, disturbances, recoveries } = environment;
    const ranked = await rankByLeadership(rabbitSites);
    const site = ranked.at(target === 'leader' ? 0 : -1) as RabbitSite;
    const others = rabbitSites.filter((other) => other !== site);
    const survivor = others[0] as RabbitSite;
    const probe = await declareProbe(site);
    const endDisturbance = disturbances.begin();
    const since = performance.now();
    const end = await strike({ environment, site, others });
    if (losesLeader) {
      await waitUntil(() => confirms(survivor, probe), RECOVERY_TIMEOUT_MS);
      recoveries.record('leader', name, since);
      endDisturbance();
    }
    return async () => {
      await end();
      await waitUntilRejoined(environment);
      await deleteProbe(survivor, probe);
      await waitUntilAllReady(environment);
      endDisturbance();
      return true;
    };
  },
});

const SHORT_MS = { min: 1000, max: 3000 };
const LONG_MS = { min: 5000, max: 10_000 };

const leader = (name: string, strike: StrikeAction, durationMs = LONG_MS): RabbitFault => ({
  ...{
    name: `${name} the leading node of RabbitMQ`,
    target: 'leader',
    durationMs,
    losesLeader: true,
    strike,
  },
});
const follower = (name: string, strike: StrikeAction): RabbitFault => ({
  ...{ name: `${name} another node of RabbitMQ`, target: 'follower', durationMs: LONG_MS },
  ...{ losesLeader: true, strike },
});

const faults: readonly RabbitFault[] = [
  leader('kill', kill, SHORT_MS),
  leader('pause', pauseProcess),
  leader('isolate', isolate),
  leader('partition from its nodes', isolateFromNodes),
  leader('deafen', deafen),
  { ...leader('slow the disk of', slowDisk), losesLeader: false },
  follower('kill', kill),
  follower('isolate', isolate),
];

export const rabbitFaults: readonly Fault<ClusterEnvironment>[] = faults.map(createRabbitFault);
