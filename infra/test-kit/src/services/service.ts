import type { ServiceName } from '../keys.ts';
import { findComponentFolder, findMainFile } from './component-folder.ts';
import { createTestEnvironment, type TestEnvironment, toComponentName } from './environment.ts';
import { type RunningProcess, startProcess } from './process.ts';
import { createVariables } from './variables.ts';

export interface RunningService extends RunningProcess {
  name: ServiceName;
  /** Closing it stops the service and drops its databases and queues. */
  environment: TestEnvironment;
}

interface ServiceOptions {
  /** Variables in place of, or beside, those a service gets on its stage. */
  env?: Record<string, string>;
  /** A stage to share with others, or to start again on; a new one when left out. */
  environment?: TestEnvironment;
  /** Where this instance listens, beside others of its kind; what the stage says of the service leads elsewhere. */
  port?: number;
  /** Where it is: another version's folder; this one's when left out. */
  folder?: string;
}

/** Starts the real service as a child process, with stores, keys and secrets, and waits for `/readyz`. */
export async function startService(
  name: ServiceName,
  { env = {}, environment, port, folder = findComponentFolder(name) }: ServiceOptions = {},
): Promise<RunningService> {
  const serviceEnvironment = environment ?? (await createTestEnvironment({ realAuth: name === 'svc-auth' }));
  try {
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
