import { randomUUID } from 'node:crypto';
import { ofEachService } from '@archaka/contracts';
import { brokerDefinitions } from '@archaka/contracts/broker';
import { type Engine, findOrInstallRabbit, startRabbit } from '@archaka/engines';

/** A RabbitMQ that can be killed and started again on its data. */
export interface KeptBroker {
  /** Past any proxy before it, as the administrator. */
  readonly url: string;
  /** Of the services' users, as BROKER_PASSWORDS takes them. */
  readonly passwords: Readonly<Record<string, string>>;
  kill(): Promise<void>;
  /** Resolves as soon as it accepts clients. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBroker(where: { dataDir: string; port: number }): Promise<KeptBroker> {
  const rabbit = await findOrInstallRabbit();
  const passwords = ofEachService(() => randomUUID());
  const definitions = brokerDefinitions(passwords);
  const live = (): Promise<Engine> => startRabbit({ rabbit, ...where, definitions });
  let engine = await live();
  return {
    url: engine.url,
    passwords,
    async kill() {
      engine.kill();
      await engine.ended;
    },
    async start() {
      engine = await live();
    },
    stop: () => engine.stop(),
  };
}
