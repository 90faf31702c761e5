import type { ServiceName } from '../keys.ts';
import { findComponentFolder, findMainFile } from './component-folder.ts';
import { createTestEnvironment, type TestEnvironment, toComponentName } from './environment.ts';
import { type RunningProcess, startProcess } from './process.ts';
import { createSimulatorVariables, createVariables } from './variables.ts';

export interface RunningService extends RunningProcess {
  name: ServiceName;
  /** Closing it stops the service and drops its databases and queues. */
  environment: TestEnvironment;
}

interface ServiceOptions {
  /** Variables that override or extend those of the environment. */
  env?: Record<string, string>;
  /** A shared environment, or one for a restart; default: a new one. */
  environment?: TestEnvironment;
  /** Address of a further instance, which differs from the service's address in the environment. */
  port?: number;
  /** Folder of another version; default: this version's. */
  folder?: string;
}

/** Starts the real service as a child process, with stores, keys and secrets, and waits for `/readyz`. */
export async function startService(
  name: ServiceName,
  { env = {}, environment, port, folder = findComponentFolder(name) }: ServiceOptions = {},
): Promise<RunningService> {
  const serviceEnvironment = environment ?? (await createTestEnvironment({ realAuth: name === 'svc-auth' }));
  try {
    await serviceEnvironment.declareQueues(name);
    const running = await startProcess({
      name,
      main: findMainFile(folder),
      url: port ? `http://127.0.0.1:${port}` : serviceEnvironment.urls[toComponentName(name)],
      env: {
        ...(await createVariables(name, serviceEnvironment)),
        ...(port && { PORT: String(port) }),
        ...env,
      },
      clock: serviceEnvironment.clock,
    });
    return serviceEnvironment.register({ ...running, name, environment: serviceEnvironment });
  } catch (error) {
    if (!environment) await serviceEnvironment.close();
    throw error;
  }
}

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
