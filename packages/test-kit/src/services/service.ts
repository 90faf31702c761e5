import type { ServiceName } from '../keys.ts';
import { folderOf, mainIn } from './part-folder.ts';
import { type RunningProcess, startProcess } from './process.ts';
import { openStage, partOf, type Stage } from './stage.ts';
import { variablesOf } from './variables.ts';

export interface RunningService extends RunningProcess {
  name: ServiceName;
  /** Closing it stops the service and drops its databases and queues. */
  stage: Stage;
}

interface ServiceOptions {
  /** Variables in place of, or beside, those a service gets on its stage. */
  env?: Record<string, string>;
  /** A stage to share with others, or to start again on; a new one when left out. */
  stage?: Stage;
  /** Where this instance listens, beside others of its kind; what the stage says of the service leads elsewhere. */
  port?: number;
  /** Where it is: another version's folder; this one's when left out. */
  folder?: string;
}

/** Starts the real service as a child process, with stores, keys and secrets, and waits for `/readyz`. */
export async function startService(
  name: ServiceName,
  { env = {}, stage, port, folder = folderOf(name) }: ServiceOptions = {},
): Promise<RunningService> {
  const own = stage ?? (await openStage({ realAuth: name === 'svc-auth' }));
  try {
    const running = await startProcess({
      name,
      main: mainIn(folder),
      url: port ? `http://127.0.0.1:${port}` : own.urls[partOf(name)],
      env: { ...(await variablesOf(name, own)), ...(port && { PORT: String(port) }), ...env },
      clock: own.clock,
    });
    return own.add({ ...running, name, stage: own });
  } catch (error) {
    if (!stage) await own.close();
    throw error;
  }
}
