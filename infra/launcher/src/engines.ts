import { join } from 'node:path';
import { type BrokerPasswords, brokerDefinitions } from '@archaka/contracts/broker';
import {
  type Engine,
  findOrInstallMongod,
  findOrInstallRabbit,
  startMongod,
  startRabbit,
} from '@archaka/engines';
import { type Kept, keepRunning } from './keeper.ts';
import { openLog } from './log-file.ts';
import { enginePorts } from './ports.ts';
import type { RunFile } from './run-file.ts';

interface Options {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  runFile: RunFile;
  brokerPasswords: BrokerPasswords;
  /** Given each engine as soon as it is kept running. */
  keep: (engine: Kept) => void;
  tell: (line: string) => void;
}

/** The addresses of the store and the broker: those given from outside, or of local engines kept running. */
export async function startEngines(options: Options): Promise<{ mongoUrl: string; amqpUrl: string }> {
  const { dataDir, env, tell, brokerPasswords } = options;
  const ports = await enginePorts(dataDir);
  const mongod = async () => {
    const binary = await findOrInstallMongod({ env, tell });
    const folder = { dataDir: join(dataDir, 'mongod'), port: ports.mongod };
    const log = openLog(join(dataDir, 'logs/mongod.log'));
    return keep('mongod', ports.mongod, () => startMongod({ mongod: binary, ...folder, log }), options);
  };
  const rabbitmq = async () => {
    const rabbit = await findOrInstallRabbit({ env, tell });
    const folder = { dataDir: join(dataDir, 'rabbitmq'), port: ports.rabbitmq };
    const log = openLog(join(dataDir, 'logs/rabbitmq.log'));
    const definitions = brokerDefinitions(brokerPasswords);
    const start = () => startRabbit({ rabbit, ...folder, log, definitions });
    return keep('rabbitmq', ports.rabbitmq, start, options);
  };
  const [mongoUrl, amqpUrl] = await Promise.all([env.MONGO_URL || mongod(), env.AMQP_URL || rabbitmq()]);
  return { mongoUrl, amqpUrl };
}

async function keep(
  name: string,
  port: number,
  start: () => Promise<Engine>,
  { runFile, keep, tell }: Options,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  tell(`Starting ${name} …`);
  const kept = keepRunning({
    name,
    start,
    untilReady: async ({ url }) => resolve(url),
    started: ({ pid }) => runFile.part(name, { pid, port }),
    tell,
  });
  keep(kept);
  await kept.ready;
  return promise;
}
