import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MONGO_IMAGE, RABBIT_IMAGE } from '@archaka/engines';
import { MongoClient } from 'mongodb';
import { GenericContainer, Wait } from 'testcontainers';
import { eventually } from '../eventually.ts';
import { scaledTimeout } from '../timeouts.ts';
import type { BackingServices } from './external.ts';

// The run's name finds containers of a killed run.
const LABELS = { 'archaka.test-run': process.env.TEST_RUN ?? '' };

// A container inherits the engine's limit of open files, often a billion, and Erlang sizes a table by it.
const OPEN_FILES = { nofile: { hard: 8192, soft: 8192 } };

export async function startContainers(): Promise<BackingServices> {
  await chooseReaper();
  const [mongo, rabbit] = await startBoth(startMongo(), startRabbit());
  return {
    mongoUrl: mongo.url,
    amqpUrl: rabbit.url,
    kind: 'containers',
    ctl: { command: ['rabbitmqctl'], prefix: ['docker', 'exec', rabbit.container.getId()], env: {} },
    stop: async () => {
      await Promise.all([mongo.container.stop(), rabbit.container.stop()]);
    },
  };
}

async function startMongo() {
  const container = await new GenericContainer(MONGO_IMAGE)
    .withCommand([
      ...['--replSet', 'rs0', '--bind_ip_all', '--wiredTigerCacheSizeGB', '0.5'],
      ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
      // In seconds, by default 600: the files of the collections that suites dropped would reach the limit of open files.
      ...['--setParameter', 'wiredTigerFileHandleCloseIdleTime=30'],
    ])
    .withTmpFs({ '/data/db': 'rw' })
    .withExposedPorts(27017)
    .withUlimits(OPEN_FILES)
    .withLabels(LABELS)
    .withStartupTimeout(scaledTimeout(120_000))
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  // Direct connection: the member's own address is valid only inside the container.
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/?directConnection=true`;
  await electPrimary(url, '127.0.0.1:27017');
  return { container, url };
}

async function startRabbit() {
  const container = await new GenericContainer(RABBIT_IMAGE)
    .withExposedPorts(5672)
    .withUlimits(OPEN_FILES)
    .withLabels(LABELS)
    .withStartupTimeout(scaledTimeout(120_000))
    .withWaitStrategy(Wait.forLogMessage(/Server startup complete/))
    .start();
  return { container, url: `amqp://guest:guest@${container.getHost()}:${container.getMappedPort(5672)}` };
}

interface StartedContainer {
  container: { stop: () => Promise<unknown> };
}

async function startBoth<First extends StartedContainer, Second extends StartedContainer>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  const outcomes = await Promise.allSettled([first, second]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failure) return Promise.all([first, second]);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.container.stop();
  throw failure.reason;
}

const run = promisify(execFile);

const REAPER_IMAGE = 'testcontainers/ryuk:0.14.0';

/** Why the stores cannot run as containers, as a sentence; undefined if they can. */
export async function findContainerError(): Promise<string | undefined> {
  if (!(await runDocker(10_000, 'version'))) return 'no Docker engine runs.';
  for (const image of [MONGO_IMAGE, RABBIT_IMAGE]) {
    if (!(await isAvailable(image)))
      return `a Docker engine runs, but the image ${image} is missing (npm run images).`;
  }
  return undefined;
}

/** Enables testcontainers' reaper, which cleans up after a killed run, if its image is available. */
async function chooseReaper(): Promise<void> {
  process.env.RYUK_CONTAINER_IMAGE ??= REAPER_IMAGE;
  if (!(await isAvailable(process.env.RYUK_CONTAINER_IMAGE)))
    process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
}

const isAvailable = async (image: string) =>
  (await runDocker(10_000, 'image', 'inspect', image)) ||
  (await runDocker(180_000, 'pull', '--quiet', image));

/** Whether the Docker client succeeds with these arguments. */
const runDocker = (timeout: number, ...args: string[]): Promise<boolean> =>
  run('docker', args, { timeout }).then(
    () => true,
    () => false,
  );

/** Makes a new mongod the primary of a replica set of one and waits until it accepts writes. */
async function electPrimary(url: string, member: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: member }] } });
    await eventually(async () => (await admin.command({ hello: 1 })).isWritablePrimary === true, {
      timeoutMs: 30_000,
    });
  } finally {
    await client.close();
  }
}
