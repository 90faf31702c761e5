import { randomUUID } from 'node:crypto';
import { mapServices } from '@archaka/contracts';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import { type Engine, findOrInstallRabbit, startRabbit } from '@archaka/engines';

/** A RabbitMQ node that can be killed and restarted with its data. */
export interface RestartableBroker {
  /** The administrator's address, without a proxy. */
  readonly url: string;
  /** Passwords of the services' users, as in BROKER_PASSWORDS. */
  readonly passwords: Readonly<Record<string, string>>;
  kill(): Promise<void>;
  /** Resolves when the node accepts clients. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBroker(location: { dataDir: string; port: number }): Promise<RestartableBroker> {
  const rabbit = await findOrInstallRabbit();
  const passwords = mapServices(() => randomUUID());
  const definitions = createBrokerDefinitions(passwords);
  const startEngine = (): Promise<Engine> => startRabbit({ rabbit, ...location, definitions });
  let engine = await startEngine();
  return {
    url: engine.url,
    passwords,
    async kill() {
      engine.kill();
      await engine.ended;
    },
    async start() {
      engine = await startEngine();
    },
    stop: () => engine.stop(),
  };
}
