import { readFile } from 'node:fs/promises';
import { COMPONENTS, createProviderClient, SERVICES, type ServiceName } from '@archaka/test-kit';
import { type Environment, readComponent, sendSignal } from './environment.ts';
import type { Random } from './random.ts';
import { findNotReadyReason, isReady, waitUntil } from './recoveries.ts';

/** A temporary fault of the environment. */
export interface Fault {
  /** Name in the schedule and the report: `kill svc-auth`. */
  readonly name: string;
  /** Duration in ms; undefined for an instantaneous fault. */
  readonly durationMs?: { readonly min: number; readonly max: number };
  /**
   * Injects the fault and returns a function that ends it. That function resolves when the portal has
   * recovered, with whether the fault took effect.
   */
  readonly inject: (environment: Environment, random: Random) => Promise<() => Promise<boolean>>;
}

const READY_MS = 60_000;
/** A service starts its browser after its own start. */
const PRINT_TIMEOUT_MS = 10_000;

/** Waits until the component is ready in another process than `pid`, and records the time from `since`. */
async function waitUntilBack(environment: Environment, name: ServiceName, pid: number, since: number) {
  await waitUntil(async () => {
    const current = await readComponent(environment, name);
    return current.pid !== pid && (await isReady(current.readyUrl));
  }, READY_MS);
  environment.recoveries.record('service', name, since);
}

const createComponentKill = (name: ServiceName): Fault => ({
  name: `kill ${name}`,
  async inject(environment) {
    const { pid } = await readComponent(environment, name);
    const since = performance.now();
    // False when the process had already ended.
    const wasKilled = sendSignal(pid, 'SIGKILL');
    return async () => {
      await waitUntilBack(environment, name, pid, since);
      return wasKilled;
    };
  },
});

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

const killChromium: Fault = {
  name: 'kill Chromium',
  async inject(environment) {
    const hasOccurred = await waitUntil(async () => {
      const browsers = await findBrowsers((await readComponent(environment, 'svc-ticket')).pid);
      // The whole process group, since the direct child may be a wrapper script.
      return browsers.filter((browser) => sendSignal(-browser, 'SIGKILL')).length > 0;
    }, PRINT_TIMEOUT_MS);
    return async () => hasOccurred;
  },
};

/** Removes the primary and measures the time until another member is primary. */
async function replacePrimary(
  { database, recoveries }: Environment,
  name: string,
  remove: () => Promise<unknown>,
) {
  const endDisturbance = recoveries.beginDisturbance();
  const since = performance.now();
  await remove();
  await database.waitForPrimary();
  recoveries.record('primary', name, since);
  endDisturbance();
}

const stepDownPrimary: Fault = {
  name: 'step down the primary of MongoDB',
  async inject(environment) {
    await replacePrimary(environment, 'stepped down', () => environment.database.stepDown());
    return async () => true;
  },
};

const killPrimary: Fault = {
  name: 'kill the primary of MongoDB',
  durationMs: { min: 1000, max: 3000 },
  async inject(environment) {
    const { database } = environment;
    const primary = database.members[await database.waitForPrimary()];
    await replacePrimary(environment, 'killed', async () => primary?.kill());
    return async () => {
      await primary?.start();
      await database.waitUntilHealthy();
      return true;
    };
  },
};

/** Measures the time until a service is ready, unless it was not ready before or was killed meanwhile. */
async function measureReconnection(
  environment: Environment,
  name: ServiceName,
  pidBefore: number | undefined,
) {
  const acceptedAt = performance.now();
  const { readyUrl } = await readComponent(environment, name);
  let lastReason: string | undefined;
  await waitUntil(async () => {
    const reason = await findNotReadyReason(readyUrl);
    lastReason = reason ?? lastReason;
    return reason === undefined;
  }, READY_MS);
  if ((await readComponent(environment, name)).pid === pidBefore)
    environment.recoveries.record('broker', name, acceptedAt, lastReason);
}

const killBroker: Fault = {
  name: 'kill RabbitMQ',
  durationMs: { min: 500, max: 2500 },
  async inject(environment) {
    const before = await Promise.all(
      SERVICES.map(async (name) => {
        const { pid, readyUrl } = await readComponent(environment, name);
        return { name, pid: (await isReady(readyUrl)) ? pid : undefined };
      }),
    );
    const endDisturbance = environment.recoveries.beginDisturbance();
    await environment.broker.kill();
    return async () => {
      await environment.broker.start();
      await Promise.all(before.map(({ name, pid }) => measureReconnection(environment, name, pid)));
      endDisturbance();
      return true;
    };
  },
};

/** Waits until all services are ready, also those that were killed meanwhile. */
async function waitUntilAllReady(environment: Environment): Promise<void> {
  const waiting = SERVICES.map((name) =>
    waitUntil(async () => isReady((await readComponent(environment, name)).readyUrl), READY_MS),
  );
  await Promise.all(waiting);
}

type Connection = keyof Environment['proxies'];

/** The portal stays ready without Razorpay, but not without database and broker. */
const createNetworkFault = (connection: Connection, disruption: (typeof disruptions)[number]): Fault => ({
  name: `${disruption} the network to ${connection}`,
  durationMs: { min: 1000, max: 4000 },
  async inject(environment, random) {
    const { proxies, recoveries } = environment;
    const isNeeded = connection !== 'Razorpay';
    const endDisturbance = isNeeded ? recoveries.beginDisturbance() : () => undefined;
    const latencyMs = random.integerBetween(50, 300);
    for (const proxy of proxies[connection]) proxy[disruption](latencyMs);
    return async () => {
      for (const proxy of proxies[connection]) proxy.restore();
      if (isNeeded) await waitUntilAllReady(environment);
      endDisturbance();
      return true;
    };
  },
});

const disruptions = ['cut', 'slow', 'silence'] as const;
const createNetworkFaults = (connection: Connection): readonly Fault[] =>
  disruptions.map((disruption) => createNetworkFault(connection, disruption));

type ProviderFaults = Parameters<ReturnType<typeof createProviderClient>['setFaults']>[0];

/** A fault of the simulator: it affects 70 % of the requests or webhooks; `delay_ms` applies to late ones. */
const createProviderFault = (faults: ProviderFaults): Fault => ({
  name: `Razorpay: ${JSON.stringify(faults)}`,
  durationMs: { min: 2000, max: 5000 },
  async inject({ portal }) {
    const { setFaults } = createProviderClient(portal.simulator);
    await setFaults({ ...faults, rate: 0.7, delay_ms: 5000 });
    return async () => {
      await setFaults({ ...Object.fromEntries(Object.keys(faults).map((name) => [name, 'ok'])), rate: 1 });
      return true;
    };
  },
});

export type FaultGroups = Readonly<Record<'processes' | 'stores' | 'provider', readonly Fault[]>>;

/** All faults. Those of a group are injected one after the other; groups run concurrently. */
export const faultGroups: FaultGroups = {
  processes: [...COMPONENTS.map(createComponentKill), killChromium],
  stores: [
    stepDownPrimary,
    killPrimary,
    killBroker,
    ...createNetworkFaults('MongoDB'),
    ...createNetworkFaults('RabbitMQ'),
  ],
  provider: [
    ...(['lose', 'duplicate', 'reorder', 'delay'] as const).map((webhooks) =>
      createProviderFault({ webhooks }),
    ),
    ...(['down', 'slow'] as const).map((orders_api) => createProviderFault({ orders_api })),
    ...(['down', 'slow'] as const).map((payments_api) => createProviderFault({ payments_api })),
    createProviderFault({ refunds_api: 'lose' }),
    ...createNetworkFaults('Razorpay'),
  ],
};

/** One fault of each kind. Without the simulator's faults of webhooks, which applicants lose, double and delay too. */
export const shortFaultGroups: FaultGroups = {
  processes: faultGroups.processes,
  stores: [
    ...[stepDownPrimary, killPrimary, killBroker],
    createNetworkFault('MongoDB', 'cut'),
    createNetworkFault('RabbitMQ', 'silence'),
  ],
  provider: [
    createProviderFault({ orders_api: 'down' }),
    createProviderFault({ payments_api: 'slow' }),
    createProviderFault({ refunds_api: 'lose' }),
    createNetworkFault('Razorpay', 'slow'),
  ],
};
