import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@archaka/engines';
import {
  buildShell,
  createReadinessProbe,
  createTestEnvironment,
  type RunningService,
  SERVICES,
  type ServiceName,
  startBalancer,
  startService,
  startSimulator,
  type TestEnvironment,
  toComponentName,
} from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';

/** Longer than the gateway's idle timeout and a balancer's detection; a component accepts 60 s at most. */
const DRAIN_MS = Math.min(scaledTimeout(5500), 60_000);

/** Two instances of a component behind its address. */
export interface InstancePair {
  /** Replaces one instance like a rolling update, new one first; `left` resolves after the old one has ended. */
  readonly roll: (side: 0 | 1) => Promise<{ readonly drained: Promise<void> }>;
  /** Kills one instance like a machine failure, and starts a replacement. */
  readonly kill: (side: 0 | 1) => Promise<void>;
  /** Lines above `info` in the logs of all instances so far. */
  readonly listComplaints: () => string[];
}

const isComplaint = (line: string): boolean => /"level":"(?:warn|error|fatal)"/.test(line);

async function startInstancePair(
  name: ServiceName,
  environment: TestEnvironment,
  env: Record<string, string>,
): Promise<InstancePair> {
  const address = new URL(environment.urls[toComponentName(name)]);
  const balancer = await startBalancer({
    port: Number(address.port),
    isReady: createReadinessProbe(name),
  });
  environment.register({ stop: balancer.close });
  const started: RunningService[] = [];
  const start = async (): Promise<RunningService> => {
    const [port = 0, handler] = await freePorts(2);
    const extraVariables = name === 'svc-application' ? { HANDLER_PORT: String(handler) } : {};
    const instance = await startService(name, { environment, port, env: { ...env, ...extraVariables } });
    started.push(instance);
    await balancer.add(instance.url);
    return instance;
  };
  const instances: [RunningService, RunningService] = await Promise.all([start(), start()]);
  return {
    async roll(side) {
      const previous = instances[side];
      instances[side] = await start();
      return { drained: previous.stop().then(() => balancer.remove(previous.url)) };
    },
    async kill(side) {
      const previous = instances[side];
      await previous.kill();
      balancer.remove(previous.url);
      instances[side] = await start();
    },
    listComplaints: () => started.flatMap(({ logs }) => logs().split('\n').filter(isComplaint)),
  };
}

export interface Fleet {
  readonly origin: string;
  readonly simulator: string;
  readonly pairs: Readonly<Record<ServiceName, InstancePair>>;
  readonly listComplaints: () => string[];
  readonly stop: () => Promise<void>;
}

/** Starts two instances of each component behind one address, and the simulator of Razorpay. */
export async function startFleet(): Promise<Fleet> {
  await buildShell();
  const sliceStore = await mkdtemp(join(tmpdir(), 'slices-'));
  const environment = await createTestEnvironment({ realAuth: true });
  const env = { DRAIN_MS: String(DRAIN_MS), SLICE_STORE: sliceStore };
  const startPair = async (name: ServiceName) =>
    [name, await startInstancePair(name, environment, env)] as const;
  await startSimulator(environment);
  const services = await Promise.all(SERVICES.map(startPair));
  const pairs = [...services, await startPair('shell')];
  return {
    origin: environment.urls.shell,
    simulator: environment.urls.razorpay,
    pairs: Object.fromEntries(pairs) as Record<ServiceName, InstancePair>,
    listComplaints: () => pairs.flatMap(([, pair]) => pair.listComplaints()),
    async stop() {
      await environment.close();
      await rm(sliceStore, { recursive: true });
    },
  };
}
