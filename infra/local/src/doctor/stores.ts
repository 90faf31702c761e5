import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as tls from 'node:tls';
import {
  type Engine,
  findOrInstallMongod,
  findOrInstallRabbit,
  freePort,
  startMongod,
  startRabbit,
} from '@archaka/engines';
import { type ChannelModel, connect } from 'amqplib';
import type { Document } from 'mongodb';
import { withClient } from '../backup/databases.ts';
import type { BrokerTlsOptions } from '../broker.ts';
import type { Run } from '../run-file.ts';
import { findAdvice } from './advisories.ts';
import type { CheckResult } from './run-checks.ts';

const TIMEOUT_MS = 10_000;

interface Stores {
  mongoUrl: () => Promise<string>;
  amqpUrl: () => Promise<string>;
  close: () => Promise<void>;
}

/** The configured or running stores; else temporary empty ones like those of `npm start`. */
export async function openStores(env: NodeJS.ProcessEnv, run: Run | undefined): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const started: Engine[] = [];
  const start = async (engine: Promise<Engine>) => {
    started.push(await engine);
    return (await engine).url;
  };
  const createOptions = async (name: string) => ({ dataDir: join(folder, name), port: await freePort() });
  const startLocal = {
    mongod: async () =>
      start(startMongod({ mongod: await findOrInstallMongod({ env }), ...(await createOptions('mongod')) })),
    rabbitmq: async () =>
      start(
        startRabbit({ rabbit: await findOrInstallRabbit({ env }), ...(await createOptions('rabbitmq')) }),
      ),
  };
  let mongoUrl: Promise<string> | undefined;
  return {
    mongoUrl: async () => {
      mongoUrl ??= Promise.resolve(env.MONGO_URL || run?.mongoUrl || startLocal.mongod());
      return mongoUrl;
    },
    amqpUrl: async () => env.AMQP_URL || run?.amqpUrl || startLocal.rabbitmq(),
    close: async () => {
      await Promise.all(started.map((engine) => engine.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const MIN_MONGO_VERSION = 6;
/** A synchronized clock is never a minute wrong. */
const MAX_SKEW_MS = 60_000;

/** @throws CommandError when it does not respond */
export const checkMongo = (mongoUrl: string): Promise<CheckResult> =>
  withClient(mongoUrl, async (client) => {
    const admin = client.db('admin');
    const [{ version }, hello] = await Promise.all([
      admin.command({ buildInfo: 1 }),
      admin.command({ hello: 1 }),
    ]);
    const seen = `MongoDB ${version}, ${hello.setName ? `replica set ${hello.setName}` : 'no replica set'}`;
    const todo = findMongoFault(hello, Number.parseInt(version, 10));
    return { seen, ...(todo === undefined ? {} : { todo }), ...findAdvice('MongoDB', version) };
  });

function findMongoFault({ setName, isWritablePrimary }: Document, version: number): string | undefined {
  if (version < MIN_MONGO_VERSION) return `Install MongoDB ${MIN_MONGO_VERSION} or later.`;
  if (!setName)
    return 'Start mongod with --replSet and initiate the set, with at least one member: transactions need it.';
  if (!isWritablePrimary) return 'The replica set has no reachable primary: start its other members.';
  return undefined;
}

/** Compares the server's time with the middle of the request's duration. */
export const checkClock = (mongoUrl: string): Promise<CheckResult> =>
  withClient(mongoUrl, async (client) => {
    await client.db('admin').command({ ping: 1 });
    const sentAt = Date.now();
    const { localTime } = await client.db('admin').command({ hello: 1 });
    const skewMs = Math.round((sentAt + Date.now()) / 2 - Number(localTime));
    const seen = `${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} MongoDB's`;
    return Math.abs(skewMs) <= MAX_SKEW_MS
      ? { seen }
      : { seen, todo: 'Synchronize the clocks of both machines by NTP (timedatectl set-ntp true).' };
  });

const MIN_RABBIT_VERSION = [3, 10] as const;

/** A queue like the services' own, which expires if it is not deleted. */
const queue = {
  durable: true,
  arguments: {
    'x-queue-type': 'quorum',
    'x-delivery-limit': 20,
    'x-dead-letter-exchange': '',
    'x-dead-letter-routing-key': 'doctor.nowhere',
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
    'x-expires': 60_000,
  },
};

/** Its version, and whether it confirms and delivers a message of a queue like the services' own. */
export async function checkRabbit(amqpUrl: string, tlsOptions: BrokerTlsOptions = {}): Promise<CheckResult> {
  const connection = await connect(amqpUrl, { timeout: TIMEOUT_MS, ...tlsOptions }).catch(
    ({ message }: Error) => message,
  );
  if (typeof connection === 'string') {
    return {
      seen: `no response (${connection})`,
      todo: 'Start RabbitMQ, or correct AMQP_URL: address, user, password and virtual host; with amqps:// also AMQP_CA_FILE.',
    };
  }
  connection.on('error', () => undefined);
  try {
    const { version } = connection.connection.serverProperties;
    const seen = `RabbitMQ ${version}`;
    const todo = isOutdated(String(version))
      ? `Install RabbitMQ ${MIN_RABBIT_VERSION.join('.')} or later: its quorum queues forward dead letters reliably.`
      : await findRabbitFault(connection);
    const advice = findAdvice('RabbitMQ', String(version));
    return todo === undefined
      ? { seen: `${seen}, confirms and delivers`, ...advice }
      : { seen, todo, ...advice };
  } finally {
    await connection.close().catch(() => undefined);
  }
}

function isOutdated(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_RABBIT_VERSION[0] || (major === MIN_RABBIT_VERSION[0] && minor < MIN_RABBIT_VERSION[1]);
}

async function findRabbitFault(connection: ChannelModel): Promise<string | undefined> {
  const name = `doctor.${randomUUID()}`;
  const timedOut = 'in time';
  const attempt = sendAndGet(connection, name).catch(({ message }: Error) => message);
  const outcome = await Promise.race([attempt, pause(TIMEOUT_MS, timedOut, { ref: false })]);
  if (outcome === timedOut) {
    return 'It accepts no message: check for an alarm of memory or disk (rabbitmq-diagnostics alarms) and for a quorum of its nodes.';
  }
  if (outcome === undefined) return undefined;
  return `It rejects operations of the services (${outcome}): grant the user configure, write and read on the virtual host, and remove policies on these queues.`;
}

async function sendAndGet(connection: ChannelModel, name: string): Promise<string | undefined> {
  const channel = await connection.createConfirmChannel();
  channel.on('error', () => undefined);
  await channel.assertQueue(name, queue);
  channel.sendToQueue(name, Buffer.from('doctor'), { persistent: true });
  await channel.waitForConfirms();
  const message = await channel.get(name);
  await channel.deleteQueue(name);
  return message ? undefined : 'it dropped a confirmed message, as policies of length or time do';
}

const DAY_MS = 86_400_000;
/** Enough time for a planned renewal. */
const RENEWAL_DAYS = 30;

/** Expiry of the stores' certificates; empty for addresses without TLS. */
export async function checkCertificates(addresses: readonly string[]): Promise<CheckResult> {
  const expiries = await Promise.all(addresses.filter(isTls).map(fetchExpiry));
  const [first] = expiries.sort((a, b) => a.getTime() - b.getTime());
  if (first === undefined) return { seen: 'none: connections to the stores do not use TLS' };
  const days = Math.floor((first.getTime() - Date.now()) / DAY_MS);
  const seen = `the first expires on ${first.toISOString().slice(0, 10)}`;
  const renewalAdvice = 'Renew it (docker compose up --detach certificates) and restart the stores.';
  if (days < 0) return { seen, todo: renewalAdvice };
  return days < RENEWAL_DAYS ? { seen, advice: renewalAdvice } : { seen };
}

const isTls = (address: string): boolean => /^amqps:|[?&](tls|ssl)=true/.test(address);

/** Skips verification, which other checks do: the expiry is read also from an expired certificate. */
async function fetchExpiry(address: string): Promise<Date> {
  const [, host = '', port] = /^[^/]+\/\/(?:[^@/]*@)?([^:/,?]+)(?::(\d+))?/.exec(address) ?? [];
  const fallback = address.startsWith('amqps:') ? 5671 : 27017;
  const socket = tls.connect({
    host,
    port: Number(port ?? fallback),
    servername: host,
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  socket.once('timeout', () => socket.destroy(new Error(`${host} presented no certificate in time`)));
  try {
    await once(socket, 'secureConnect');
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}
