import { type Engine, findOrInstallRabbit, startRabbit } from '@archaka/engines';

/** A RabbitMQ that can be killed and started again on its data. */
export interface KeptBroker {
  /** Past any proxy before it. */
  readonly url: string;
  kill(): Promise<void>;
  /** Resolves as soon as it accepts clients. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBroker(where: { dataDir: string; port: number }): Promise<KeptBroker> {
  const rabbit = await findOrInstallRabbit();
  const live = (): Promise<Engine> => startRabbit({ rabbit, ...where });
  let engine = await live();
  return {
    url: engine.url,
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
