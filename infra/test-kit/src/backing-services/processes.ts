import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  findOrInstallMongod,
  findOrInstallRabbit,
  freePorts,
  type RabbitServer,
  startMongod,
  startRabbit,
} from '@archaka/engines';
import type { BackingServices } from './external.ts';
import type { Rabbitmqctl } from './rabbitmqctl.ts';

export async function startAsProcesses(): Promise<BackingServices> {
  const mongod = await findOrInstallMongod();
  const rabbit = await findOrInstallRabbit();
  const [mongoPort, rabbitPort] = (await freePorts(2)) as [number, number];
  const folder = await mkdtemp(join(tmpdir(), 'archaka-stores-'));
  const started = await Promise.allSettled([
    startMongod({ mongod, dataDir: join(folder, 'mongo'), port: mongoPort }),
    startRabbit({ rabbit, dataDir: join(folder, 'rabbit'), port: rabbitPort }),
  ]);
  const stop = async () => {
    await Promise.all(started.map(async (outcome) => outcome.status === 'fulfilled' && outcome.value.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  const [mongo, broker] = started;
  if (mongo.status === 'rejected' || broker.status === 'rejected') {
    await stop();
    throw mongo.status === 'rejected' ? mongo.reason : (broker as PromiseRejectedResult).reason;
  }
  const ctl = await createRabbitmqctl(rabbit, broker.value.pid);
  return { mongoUrl: mongo.value.url, amqpUrl: broker.value.url, kind: 'processes', ctl, stop };
}

/** rabbitmqctl with the name, cookie and name server of the node's process; readable on Linux only. */
async function createRabbitmqctl(rabbit: RabbitServer, pid: number): Promise<Rabbitmqctl | undefined> {
  const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const env = Object.fromEntries(
    environ.split('\0').flatMap((line) => {
      const [, name, value] = /^((?:ERL_EPMD|RABBITMQ|HOME)\w*)=(.*)$/s.exec(line) ?? [];
      return name && value !== undefined ? [[name, value]] : [];
    }),
  );
  if (rabbit.by !== 'process' || !env.RABBITMQ_NODENAME) return undefined;
  return { command: [join(dirname(rabbit.server), 'rabbitmqctl')], prefix: [], env };
}
