import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@archaka/engines';
import { eventually } from '@archaka/test-kit';
import { runDocker } from './docker.ts';

const READY_MS = 180_000;

/** A row of `docker compose ps`. */
interface ContainerEntry {
  readonly ID: string;
  readonly Service: string;
}

interface ComposeConfig {
  readonly services: Readonly<Record<string, { readonly image: string; readonly build?: object }>>;
}

/** The portal of docker-compose.yml, with separate ports, secrets and volumes. */
export interface Stack {
  readonly origin: string;
  readonly simulator: string;
  readonly checkout: string;
  readonly compose: (...args: string[]) => Promise<string>;
  /** The running containers. */
  readonly running: () => Promise<ContainerEntry[]>;
  /** The images built from our sources, by the names of their services. */
  readonly images: () => Promise<Map<string, string>>;
  /** Stops the stack and removes its data. */
  readonly down: () => Promise<void>;
}

/** `docker compose up`; resolves when the portal is ready and the remotes have deployed themselves. */
export async function startStack(): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'archaka-compose-'));
  const envFile = join(folder, '.env');
  const secrets = await runDocker([
    ...['run', '--rm', '--network', 'none', 'archaka/launcher'],
    ...['node', 'src/compose-env.ts'],
  ]);
  await writeFile(envFile, secrets, { mode: 0o600 });
  const [portal, handler, simulator] = (await freePorts(3)).map(String) as [string, string, string];
  const ports = { PORTAL_PORT: portal, HANDLER_PORT: handler, SIMULATOR_PORT: simulator };

  const project = ['compose', '--env-file', envFile, '--project-name', createProjectName()];
  const compose = (...args: string[]) => runDocker([...project, ...args], ports);
  const stack: Stack = {
    origin: `http://localhost:${portal}`,
    simulator: `http://localhost:${simulator}`,
    checkout: `http://razorpay.localhost:${simulator}`,
    compose,
    running: async () =>
      (await compose('ps', '--format', 'json')).split('\n').map((line) => JSON.parse(line)),
    images: async () => {
      const { services }: ComposeConfig = JSON.parse(await compose('config', '--format', 'json'));
      const ownServices = Object.entries(services).filter(([, { build }]) => build);
      return new Map(ownServices.map(([name, { image }]) => [name, image]));
    },
    down: async () => {
      await compose('down', '--volumes', '--timeout', '5');
      await rm(folder, { recursive: true });
    },
  };
  await startContainers(stack);
  return stack;
}

/** Starts with the run's name, by which the sweeper finds orphans. Compose accepts lower case only. */
const createProjectName = () => `${process.env.TEST_RUN ?? 'archaka-test'}-${process.pid}`.toLowerCase();

const REMOTES = ['mf-application', 'mf-auth', 'mf-desk', 'mf-history'];

async function startContainers({ compose, origin, running, down }: Stack): Promise<void> {
  const areSlicesDeployed = async () => {
    const { slices } = (await (await fetch(`${origin}/slices.json`)).json()) as { slices: object };
    return Object.keys(slices).sort();
  };
  try {
    await compose('up', '--detach', '--no-build');
    await eventually(async () => (await fetch(`${origin}/readyz`)).ok, { timeoutMs: READY_MS });
    const findRunningDeployers = async () =>
      (await running()).filter(({ Service }) => REMOTES.includes(Service));
    await eventually(async () => (await findRunningDeployers()).length === 0, {
      timeoutMs: READY_MS,
      intervalMs: 500,
    });
    if ((await areSlicesDeployed()).join() !== REMOTES.join())
      throw new Error(`deployed are: ${await areSlicesDeployed()}`);
  } catch (error) {
    const logs = await compose('logs', '--tail', '20').catch(String);
    await down();
    throw new Error(`the stack did not come up:\n${logs}`, { cause: error });
  }
}
