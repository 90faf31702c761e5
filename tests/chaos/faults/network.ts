import type { FaultyProxy } from '@archaka/engines';
import type { ChaosEnvironment } from '../environment/environment.ts';
import type { Random } from '../random.ts';
import type { Fault } from './fault.ts';
import { waitUntilAllReady } from './wait-until-all-ready.ts';

const DURATION_MS = { min: 1000, max: 4000 };

const disruptions = {
  cut: (proxy) => proxy.cut(),
  slow: (proxy, random) => proxy.slow({ ms: random.integerBetween(50, 300), jitter: 50 }),
  'black-hole': (proxy) => proxy.blackHole(),
} satisfies Record<string, (connection: FaultyProxy, random: Random) => Promise<void>>;

type Disruption = keyof typeof disruptions;
type Connection = keyof ChaosEnvironment['proxies'];

/** The portal stays ready without Razorpay, but not without its database and broker. */
const isNeeded = (connection: Connection): boolean => connection !== 'Razorpay';

const createNetworkFault = (disruption: Disruption, connection: Connection): Fault<ChaosEnvironment> => ({
  name: `${disruption} the network to ${connection}`,
  durationMs: DURATION_MS,
  async inject(environment, random) {
    const endDisturbance = isNeeded(connection) ? environment.disturbances.begin() : () => undefined;
    for (const proxy of environment.proxies[connection]) await disruptions[disruption](proxy, random);
    return async () => {
      for (const proxy of environment.proxies[connection]) await proxy.restore();
      if (isNeeded(connection)) await waitUntilAllReady(environment);
      endDisturbance();
      return true;
    };
  },
});

/** All disruptions of a connection. */
export const createNetworkFaults = (connection: Connection): readonly Fault<ChaosEnvironment>[] =>
  (Object.keys(disruptions) as Disruption[]).map((disruption) => createNetworkFault(disruption, connection));
