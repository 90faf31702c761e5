import { join } from 'node:path';
import { type BrokerPasswords, createBrokerDefinitions } from '@archaka/contracts/broker';
import {
  type Engine,
  findOrInstallMongod,
  findOrInstallRabbit,
  startMongod,
  startRabbit,
} from '@archaka/engines';
import { openLog } from './log-file.ts';
import { enginePorts } from './ports.ts';
import type { RunFile } from './run-file.ts';
import { type SupervisedProcess, superviseProcess } from './supervisor.ts';

interface StartEnginesOptions {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  runFile: RunFile;
  brokerPasswords: BrokerPasswords;
  /** Called with each engine once it is supervised. */
  registerEngine: (engine: SupervisedProcess) => void;
  report: (line: string) => void;
}

/** The addresses of the store and the broker: from the environment, or of supervised local engines. */
export async function startEngines(
  options: StartEnginesOptions,
): Promise<{ mongoUrl: string; amqpUrl: string }> {
  const { dataDir, env, report, brokerPasswords } = options;
  const ports = await enginePorts(dataDir);
  const mongod = async () => {
    const binary = await findOrInstallMongod({ env, report });
    const folder = { dataDir: join(dataDir, 'mongod'), port: ports.mongod };
    const log = openLog(join(dataDir, 'logs/mongod.log'));
    return superviseEngine(
      'mongod',
      ports.mongod,
      () => startMongod({ mongod: binary, ...folder, log }),
      options,
    );
  };
  const rabbitmq = async () => {
    const rabbit = await findOrInstallRabbit({ env, report });
    const folder = { dataDir: join(dataDir, 'rabbitmq'), port: ports.rabbitmq };
    const log = openLog(join(dataDir, 'logs/rabbitmq.log'));
    const definitions = createBrokerDefinitions(brokerPasswords);
    const start = () => startRabbit({ rabbit, ...folder, log, definitions });
    return superviseEngine('rabbitmq', ports.rabbitmq, start, options);
  };
  const [mongoUrl, amqpUrl] = await Promise.all([env.MONGO_URL || mongod(), env.AMQP_URL || rabbitmq()]);
  return { mongoUrl, amqpUrl };
}

async function superviseEngine(
  name: string,
  port: number,
  start: () => Promise<Engine>,
  { runFile, registerEngine, report }: StartEnginesOptions,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  report(`Starting ${name} …`);
  const supervised = superviseProcess({
    name,
    start,
    waitUntilReady: async ({ url }) => resolve(url),
    onStart: ({ pid }) => runFile.setComponent(name, { pid, port }),
    report,
  });
  registerEngine(supervised);
  await supervised.ready;
  return promise;
}
