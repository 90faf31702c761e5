import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, services } from '@archaka/contracts';
import { getSharedPortal, startProcess } from '@archaka/test-kit';
import { ROOT } from '../stages/stage.ts';

/** A shell for the services of the run's portal, with slices that a suite may change. */
export type OwnShell = Awaited<ReturnType<typeof startOwnShell>>;

interface OwnShellOptions {
  readonly port: number;
  /** Its public origin; default: its own address. */
  readonly origin?: string;
  /** The addresses of the services, and additional variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** The payment handler and the simulator follow the first four services. */
const BEFORE_HANDLER = 4;

/** By the base port of the run's portal, whose services use the following ports. */
export function getServiceUrl(service: Service): string {
  const index = services.indexOf(service);
  const offset = 1 + index + (index < BEFORE_HANDLER ? 0 : 2);
  return `http://127.0.0.1:${Number(new URL(getSharedPortal().origin).port) + offset}`;
}

/** Of the portal of the run. */
export const readSecrets = async () =>
  JSON.parse(await readFile(join(getSharedPortal().dataDir, 'secrets.json'), 'utf8'));

/** Its initial slices are those of the run's portal. */
export async function startOwnShell({ port, origin = `http://localhost:${port}`, env }: OwnShellOptions) {
  const portal = getSharedPortal();
  const folder = await mkdtemp(join(tmpdir(), 'shell-'));
  const sliceStore = join(folder, 'slices');
  await cp(join(portal.dataDir, 'slices'), sliceStore, { recursive: true });
  const { serviceKeys } = await readSecrets();
  const shell = await startProcess({
    name: 'shell',
    main: join(ROOT, 'shell/server/main.ts'),
    url: `http://127.0.0.1:${port}`,
    env: {
      PORT: String(port),
      PORTAL_ORIGIN: origin,
      SERVICE_KEY: JSON.stringify(serviceKeys.shell.private),
      SLICE_STORE: sliceStore,
      PAYMENT_HANDLER_URL: portal.handler,
      CHECKOUT_ORIGIN: portal.simulator,
      NODE_ENV: 'test',
      ...env,
    },
  });
  return {
    url: shell.url,
    /** As browsers name it. */
    origin,
    /** SLICE_STORE. */
    sliceStore,
    logs: shell.logs,
    async stop() {
      await shell.stop();
      await rm(folder, { recursive: true });
    },
  };
}
