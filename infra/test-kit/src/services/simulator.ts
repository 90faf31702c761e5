import { findComponentFolder, findMainFile } from './component-folder.ts';
import type { TestEnvironment } from './environment.ts';
import { type RunningProcess, startProcess } from './process.ts';
import { createSimulatorVariables } from './variables.ts';

/** Starts the Razorpay simulator at the provider's address in this environment. */
export async function startSimulator(
  environment: TestEnvironment,
  env: Record<string, string> = {},
): Promise<RunningProcess> {
  const running = await startProcess({
    name: 'razorpay-sim',
    main: findMainFile(findComponentFolder('razorpay-sim')),
    url: environment.urls.razorpay,
    env: { ...createSimulatorVariables(environment), ...env },
    clock: environment.clock,
  });
  return environment.register(running);
}
