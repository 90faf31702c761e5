import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import {
  type Engine,
  findOrInstallMongod,
  findOrInstallRabbit,
  freePort,
  startMongod,
  startRabbit,
} from '@archaka/engines';
import type { Document } from 'mongodb';
import { withClient } from '../backup/databases.ts';
import type { Run } from '../run-file.ts';
import { findAdvice } from './advisories.ts';
import type { CheckResult } from './run-checks.ts';

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

const MIN_VERSION = 6;
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
    const todo = findFault(hello, Number.parseInt(version, 10));
    return { seen, ...(todo === undefined ? {} : { todo }), ...findAdvice('MongoDB', version) };
  });

function findFault({ setName, isWritablePrimary }: Document, version: number): string | undefined {
  if (version < MIN_VERSION) return `Install MongoDB ${MIN_VERSION} or later.`;
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

const TIMEOUT_MS = 10_000;
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
  const socket = connect({
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
