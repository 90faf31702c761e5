import type { ServiceName } from '../keys.ts';
import type { RunningProcess } from './process.ts';
import { type RunningService, startService } from './service.ts';
import { startSimulator } from './simulator.ts';
import { openStage, type Stage } from './stage.ts';

/** Several parts of the portal on one stage. */
export interface PortalServices<Name extends ServiceName> {
  stage: Stage;
  services: Record<Name, RunningService>;
  simulator: RunningProcess;
  /** Stops all of them and drops what they stored. */
  stop: () => Promise<void>;
}

/** Starts these services, and the Razorpay simulator, with each other's addresses. */
export async function startPortalServices<Name extends ServiceName>(
  names: readonly Name[],
  env: Partial<Record<ServiceName, Record<string, string>>> = {},
): Promise<PortalServices<Name>> {
  const stage = await openStage({ realAuth: names.some((name) => name === 'svc-auth') });
  try {
    const [simulator, ...services] = await Promise.all([
      startSimulator(stage),
      ...names.map((name) => startService(name, { stage, env: env[name] ?? {} })),
    ]);
    return {
      stage,
      simulator,
      services: Object.fromEntries(services.map((service) => [service.name, service])) as Record<
        Name,
        RunningService
      >,
      stop: stage.close,
    };
  } catch (error) {
    await stage.close();
    throw error;
  }
}
