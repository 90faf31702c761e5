import { MONGO_IMAGE, RABBIT_IMAGE } from '@archaka/engines';
import { GenericContainer, Wait } from 'testcontainers';
import { scaledTimeout } from '../timeouts.ts';
import { chooseReaper } from './docker.ts';
import { becomePrimary } from './replica-set.ts';
import type { Stores } from './stores.ts';

// By its run's name, what a killed run leaves is found.
const LABELS = { 'archaka.test-run': process.env.TEST_RUN ?? '' };

// A container inherits the engine's limit, often a billion, and Erlang sizes a table by it.
const OPEN_FILES = { nofile: { hard: 8192, soft: 8192 } };

export async function startContainers(): Promise<Stores> {
  await chooseReaper();
  const [mongo, rabbit] = await bothOrNone(startMongo(), startRabbit());
  return {
    mongoUrl: mongo.url,
    amqpUrl: rabbit.url,
    kind: 'containers',
    ctl: { command: ['rabbitmqctl'], where: ['docker', 'exec', rabbit.container.getId()], env: {} },
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
    ])
    .withTmpFs({ '/data/db': 'rw' })
    .withExposedPorts(27017)
    .withUlimits(OPEN_FILES)
    .withLabels(LABELS)
    .withStartupTimeout(scaledTimeout(120_000))
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  // Direct: the member's own address is the container's, not ours.
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/?directConnection=true`;
  await becomePrimary(url, '127.0.0.1:27017');
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

interface Started {
  container: { stop: () => Promise<unknown> };
}

async function bothOrNone<First extends Started, Second extends Started>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  const outcomes = await Promise.allSettled([first, second]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return Promise.all([first, second]);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.container.stop();
  throw failed.reason;
}
