import { join } from 'node:path';
import { type BrokerPasswords, createBrokerDefinitions } from '@archaka/contracts/broker';
import {
  createMongoUrl,
  createRabbitUrl,
  type Engine,
  findOrInstallMongod,
  findOrInstallRabbit,
  freePort,
  isFree,
  startMongod,
  startRabbit,
} from '@archaka/engines';
import { CommandError } from '@archaka/service-kit/command-line';
import type { Component } from './components.ts';
import { readJson, writeJson } from './json-file.ts';
import { openLog } from './logs.ts';
import type { RunFile } from './run-file.ts';
import { type SupervisedProcess, superviseProcess } from './supervisor.ts';

/** @throws CommandError that names a port of the portal which another process uses */
export async function assertPortsFree(components: Component[], base: number): Promise<void> {
  const required = components.flatMap(({ name, offset, extraPorts = [] }) =>
    [offset, ...extraPorts.map((extraPort) => extraPort.offset)].map((each) => ({ name, port: base + each })),
  );
  for (const { name, port } of required) {
    const free = (await isFree(port, '127.0.0.1')) && (await isFree(port, '::'));
    if (free) continue;
    throw new CommandError(
      `Port ${port}, which ${name} needs, is in use: stop the program that uses it, or set PORTAL_PORT to the first of seven free ports.`,
    );
  }
}

/** The store's and the broker's ports: the same at each start while they are free. */
export async function enginePorts(dataDir: string): Promise<{ mongod: number; rabbitmq: number }> {
  const path = join(dataDir, 'ports.json');
  // Other ports serve as well.
  const last = readJson<Partial<Record<'mongod' | 'rabbitmq', unknown>>>(path);
  const reuseOrPick = async (port: unknown) =>
    typeof port === 'number' && (await isFree(port)) ? port : freePort();
  const ports = { mongod: await reuseOrPick(last?.mongod), rabbitmq: await reuseOrPick(last?.rabbitmq) };
  writeJson(path, ports);
  return ports;
}

interface StartEnginesOptions {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  runFile: RunFile;
  brokerPasswords: BrokerPasswords;
  /** Called with each engine once it is supervised. */
  registerEngine: (engine: SupervisedProcess) => void;
  report: (line: string) => void;
}

/**
 * The addresses of the store and the broker: from the environment, or of supervised local engines, which may still
 * be starting.
 */
export async function startEngines(
  options: StartEnginesOptions,
): Promise<{ mongoUrl: string; amqpUrl: string }> {
  const { dataDir, env, report, brokerPasswords } = options;
  const ports = await enginePorts(dataDir);
  const mongod = async () => {
    const binary = await findOrInstallMongod({ env, report });
    const folder = { dataDir: join(dataDir, 'mongod'), port: ports.mongod };
    const log = openLog(join(dataDir, 'logs/mongod.log'));
    const start = () => startMongod({ mongod: binary, ...folder, log });
    superviseEngine('mongod', ports.mongod, start, options);
    return createMongoUrl(ports.mongod);
  };
  const rabbitmq = async () => {
    const rabbit = await findOrInstallRabbit({ env, report });
    const folder = { dataDir: join(dataDir, 'rabbitmq'), port: ports.rabbitmq };
    const url = await createRabbitUrl(folder);
    const log = openLog(join(dataDir, 'logs/rabbitmq.log'));
    const definitions = createBrokerDefinitions(brokerPasswords);
    const start = () => startRabbit({ rabbit, ...folder, log, definitions });
    superviseEngine('rabbitmq', ports.rabbitmq, start, options);
    return url;
  };
  const [mongoUrl, amqpUrl] = await Promise.all([env.MONGO_URL || mongod(), env.AMQP_URL || rabbitmq()]);
  return { mongoUrl, amqpUrl };
}

function superviseEngine(
  name: string,
  port: number,
  start: () => Promise<Engine>,
  { runFile, registerEngine, report }: StartEnginesOptions,
) {
  report(`Starting ${name} …`);
  registerEngine(
    superviseProcess({
      name,
      start,
      waitUntilReady: async () => {},
      onStart: ({ pid }) => runFile.setComponent(name, { pid, port }),
      report,
    }),
  );
}
