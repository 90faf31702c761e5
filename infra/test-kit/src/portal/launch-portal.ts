import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Service } from '@archaka/contracts';
import { claimPortalPorts, type PortalPorts } from '../services/ports.ts';
import { scaledTimeout } from '../timeouts.ts';
import { type PartialPortal, type ServicesOptions, startServices } from './start-services.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const READY_MS = scaledTimeout(240_000);
const STOP_MS = scaledTimeout(40_000);

/** The launcher's record of its running processes. */
export interface RunningComponents {
  readonly parts: Record<string, { pid: number; port: number }>;
  readonly mongoUrl: string;
  readonly amqpUrl: string;
}

/** A whole portal, started by `npm start`'s program. */
export interface Portal extends PortalAddresses {
  /** Milliseconds from the command to `Portal ready`. */
  readonly readyMs: number;
  readonly running: () => Promise<RunningComponents>;
  readonly output: () => string;
  /** Ctrl-C, then waits until all is down; removes the data. */
  readonly stop: () => Promise<void>;
}

interface LaunchOptions {
  readonly env?: Record<string, string>;
  /** Ports, if they must be known before the start; released when the portal stops. */
  readonly ports?: PortalPorts;
  /** Fills the data folder before the start. */
  readonly prepare?: (dataDir: string) => Promise<void>;
}

/** Runs `npm start`'s program with separate ports and data folder and waits for `Portal ready`. */
export async function launchPortal({ env = {}, ports, prepare }: LaunchOptions = {}): Promise<Portal> {
  const { basePort: port, release } = ports ?? (await claimPortalPorts());
  const folder = await mkdtemp(join(tmpdir(), 'portal-'));
  // The name of the folder in a checkout.
  const dataDir = join(folder, '.data');
  await prepare?.(dataDir);
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'infra/local/bootstrap.mjs'), 'start'], {
    cwd: ROOT,
    env: { ...process.env, PORTAL_PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Portal ready:')) resolve();
      });
    }
  });
  const outcome = await Promise.race([
    ready.then(() => 'ready'),
    exited.then((code) => `ended with ${code}`),
    pause(READY_MS, 'is not ready in time', { ref: false }),
  ]);
  if (outcome !== 'ready') {
    child.kill('SIGKILL');
    throw new Error(`the portal ${outcome}; it printed:\n${output}`);
  }

  return {
    origin: `http://localhost:${port}`,
    handler: `http://localhost:${port + 5}`,
    simulator: `http://localhost:${port + 6}`,
    dataDir,
    readyMs: performance.now() - started,
    running: async () => JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')),
    output: () => output,
    stop: async () => {
      child.kill('SIGINT');
      const exitStatus = await Promise.race([exited, pause(STOP_MS, 'late' as const, { ref: false })]);
      if (exitStatus === 'late') {
        child.kill('SIGKILL');
        throw new Error(`the portal did not stop within ${STOP_MS} ms; it printed:\n${output}`);
      }
      await release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Addresses of a running portal. */
export interface PortalAddresses {
  readonly origin: string;
  readonly handler: string;
  readonly simulator: string;
  /** DATA_DIR, for commands of operators. */
  readonly dataDir: string;
}

const VARIABLE = 'TEST_PORTAL';

/** The shared portal, for suites that change neither its components nor its files. */
export function getSharedPortal(): PortalAddresses {
  const addresses = process.env[VARIABLE];
  if (!addresses) throw new Error('No portal was started for this run.');
  return JSON.parse(addresses);
}

/** The variables with the addresses of the run's portal. */
export const toPortalVariables = ({
  origin,
  handler,
  simulator,
  dataDir,
}: PortalAddresses): Record<string, string> => ({
  [VARIABLE]: JSON.stringify({ origin, handler, simulator, dataDir }),
});

/** Starts the whole portal like an operator; or only these services, with their stores and keys. */
export function startPortal(options?: LaunchOptions): Promise<Portal>;
export function startPortal<Name extends Service>(
  services: ServicesOptions<Name>,
): Promise<PartialPortal<Name>>;
export function startPortal<Name extends Service>(
  options: LaunchOptions | ServicesOptions<Name> = {},
): Promise<Portal | PartialPortal<Name>> {
  return 'services' in options ? startServices(options) : launchPortal(options);
}
