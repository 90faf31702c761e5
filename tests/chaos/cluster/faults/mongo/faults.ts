import type { Fault } from '../../../faults/fault.ts';
import { waitUntilAllReady } from '../../../faults/wait-until-all-ready.ts';
import type { MongoSite } from '../../engines.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';
import { measurePrimary } from './measure-primary.ts';
import {
  deafen,
  isolate,
  isolateFromMembers,
  isolateWithServices,
  kill,
  mute,
  pauseProcess,
  type StrikeAction,
  slowDisk,
} from './strikes.ts';

interface MongoFault {
  readonly name: string;
  readonly target: 'primary' | 'secondary';
  readonly durationMs: { readonly min: number; readonly max: number };
  /** Whether another member must become primary; this recovery is measured. */
  readonly losesPrimary: boolean;
  /** True: services may be unready until the fault ends. False: until another member is primary, if needed. */
  readonly harmsUntilEnd?: boolean;
  readonly strike: StrikeAction;
}

const createMongoFault = ({
  name,
  target,
  durationMs,
  losesPrimary,
  harmsUntilEnd = false,
  strike,
}: MongoFault): Fault<ClusterEnvironment> => ({
  name,
  durationMs,
  async inject(environment, random) {
    const { mongo, mongoSites, disturbances } = environment;
    const primary = mongoSites[await mongo.replicaSet.waitForPrimary()] as MongoSite;
    const secondaries = mongoSites.filter((site) => site !== primary);
    const site = target === 'primary' ? primary : random.pickOne(secondaries);
    const others = mongoSites.filter((other) => other !== site);
    const endDisturbance = losesPrimary || harmsUntilEnd ? disturbances.begin() : () => undefined;
    const since = performance.now();
    const end = await strike({ environment, site, others });
    if (losesPrimary) await measurePrimary(environment, { name, member: site.member, since });
    if (!harmsUntilEnd) endDisturbance();
    return async () => {
      await end();
      await mongo.replicaSet.waitUntilHealthy();
      await waitUntilAllReady(environment);
      endDisturbance();
      return true;
    };
  },
});

const SHORT_MS = { min: 1000, max: 3000 };
/** Longer than drivers and members need to detect the fault. */
const LONG_MS = { min: 4000, max: 8000 };

const primary = (name: string, strike: StrikeAction, durationMs = LONG_MS): MongoFault => ({
  ...{ name: `${name} the primary of MongoDB`, target: 'primary', durationMs, losesPrimary: true, strike },
});
const secondary = (name: string, strike: StrikeAction): MongoFault => ({
  ...{ name: `${name} a secondary of MongoDB`, target: 'secondary', durationMs: LONG_MS },
  ...{ losesPrimary: false, strike },
});
const harmful = (fault: MongoFault): MongoFault => ({ ...fault, harmsUntilEnd: true });
/** The member remains primary. */
const spared = (fault: MongoFault): MongoFault => ({ ...harmful(fault), losesPrimary: false });

const faults: readonly MongoFault[] = [
  primary('kill', kill, SHORT_MS),
  primary('pause', pauseProcess),
  primary('isolate', isolate),
  primary('partition from its members', isolateFromMembers),
  harmful(primary('isolate, with the services,', isolateWithServices)),
  primary('deafen', deafen),
  primary('mute', mute),
  spared(primary('slow the disk of', slowDisk)),
  secondary('kill', kill),
  secondary('pause', pauseProcess),
  secondary('isolate', isolate),
  secondary('slow the disk of', slowDisk),
];

export const mongoFaults: readonly Fault<ClusterEnvironment>[] = faults.map(createMongoFault);
