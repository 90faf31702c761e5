import type { BaseConfig } from './config.ts';
import type { ServiceDefinition } from './context.ts';
import { runProcess } from './process.ts';

/** Completes work in flight and sends the outbox, within DRAIN_MS and 10 s. */
export async function runService<Config extends BaseConfig>(
  definition: ServiceDefinition<Config>,
): Promise<void> {
  // Here, since commands import this module and need neither HTTP nor the broker.
  const { startService } = await import('./start-service.ts');
  await runProcess({
    name: `svc-${definition.service}`,
    config: definition.config,
    start: (context) => startService({ definition, ...context }),
  });
}
