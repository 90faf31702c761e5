import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Engine,
  findOrInstallMongod,
  findOrInstallRabbit,
  freePort,
  startMongod,
  startRabbit,
} from '@archaka/engines';
import type { Run } from '../run-file.ts';

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
