import { randomUUID } from 'node:crypto';
import { mapServices } from '@archaka/contracts';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import { type Engine, findOrInstallRabbit, startRabbit } from '@archaka/engines';

/** A RabbitMQ that can be killed and started again on its data. */
export interface RestartableBroker {
  /** Past any proxy before it, as the administrator. */
  readonly url: string;
  /** Of the services' users, as BROKER_PASSWORDS takes them. */
  readonly passwords: Readonly<Record<string, string>>;
  kill(): Promise<void>;
  /** Resolves as soon as it accepts clients. */
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
