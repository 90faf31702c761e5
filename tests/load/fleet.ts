import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@archaka/engines';
import {
  buildShell,
  openStage,
  partOf,
  type RunningService,
  type ServiceName,
  type Stage,
  startBalancer,
  startService,
  startSimulator,
} from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';

export const SERVICES = ['svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'] as const;
export const PARTS = ['shell', ...SERVICES] as const;

/** Above what the gateway keeps an idle connection, and what a balancer takes to notice; a part takes 60 s at most. */
const DRAIN_MS = Math.min(scaledTimeout(5500), 60_000);

/** Two instances of a part behind its address. */
export interface Pair {
  /** Has one instance leave as a rolling update does, another having come before; `left` when it is gone. */
  readonly roll: (which: 0 | 1) => Promise<{ readonly left: Promise<void> }>;
  /** Has one instance die as a machine does; another comes in its place. */
  readonly kill: (which: 0 | 1) => Promise<void>;
  /** Lines above `info` in the logs of all instances so far. */
  readonly complaints: () => string[];
}

/** As the manifests have it: what all instances share is no reason to take every one of them out. */
const readinessOf = (name: ServiceName): string => {
  const without = name === 'shell' ? SERVICES : ['broker'];
  return `/readyz?${without.map((probe) => `exclude=${probe}`).join('&')}`;
};

const isComplaint = (line: string): boolean => /"level":"(?:warn|error|fatal)"/.test(line);

async function openPair(name: ServiceName, stage: Stage, env: Record<string, string>): Promise<Pair> {
  const address = new URL(stage.urls[partOf(name)]);
  const balancer = await startBalancer({ port: Number(address.port), readiness: readinessOf(name) });
  stage.add({ stop: balancer.close });
  const started: RunningService[] = [];
  const start = async (): Promise<RunningService> => {
    const [port = 0, handler] = await freePorts(2);
    const more = name === 'svc-application' ? { HANDLER_PORT: String(handler) } : {};
    const instance = await startService(name, { stage, port, env: { ...env, ...more } });
    started.push(instance);
    await balancer.add(instance.url);
    return instance;
  };
  const instances: [RunningService, RunningService] = await Promise.all([start(), start()]);
  return {
    async roll(which) {
      const old = instances[which];
      instances[which] = await start();
      return { left: old.stop().then(() => balancer.remove(old.url)) };
    },
    async kill(which) {
      const old = instances[which];
      await old.kill();
      balancer.remove(old.url);
      instances[which] = await start();
    },
    complaints: () => started.flatMap(({ logs }) => logs().split('\n').filter(isComplaint)),
  };
}

export interface Fleet {
  readonly origin: string;
  readonly simulator: string;
  readonly pairs: Readonly<Record<ServiceName, Pair>>;
  readonly complaints: () => string[];
  readonly stop: () => Promise<void>;
}

/** Starts two of each part, each pair behind one address, and the simulator of Razorpay. */
export async function startFleet(): Promise<Fleet> {
  await buildShell();
  const slices = await mkdtemp(join(tmpdir(), 'slices-'));
  const stage = await openStage({ realAuth: true });
  const env = { DRAIN_MS: String(DRAIN_MS), SLICE_STORE: slices };
  const open = async (name: ServiceName) => [name, await openPair(name, stage, env)] as const;
  await startSimulator(stage);
  const services = await Promise.all(SERVICES.map(open));
  const pairs = [...services, await open('shell')];
  return {
    origin: stage.urls.shell,
    simulator: stage.urls.razorpay,
    pairs: Object.fromEntries(pairs) as Record<ServiceName, Pair>,
    complaints: () => pairs.flatMap(([, pair]) => pair.complaints()),
    async stop() {
      await stage.close();
      await rm(slices, { recursive: true });
    },
  };
}
