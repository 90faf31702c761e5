import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@archaka/engines';
import {
  buildShell,
  createTestEnvironment,
  startBackingServices,
  startProcess,
  startService,
  toBackingServiceVariables,
} from '@archaka/test-kit';
import { Client } from 'undici';
import type { Figure } from '../table.ts';
import { compareRoutes } from './compare-routes.ts';
import { toFigures } from './figures.ts';
import { createRequestSenders } from './request-senders.ts';

const SERVICES = ['svc-application', 'svc-payment', 'svc-ticket'] as const;
const BARE_PROXY = fileURLToPath(new URL('bare-proxy.ts', import.meta.url));

async function startBareProxy(service: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startProcess({
    name: 'bare proxy',
    main: BARE_PROXY,
    url,
    env: { PORT: String(port), SERVICE_URL: service },
  });
}

/** What the gateway adds to a call, against its service called directly in the same run. */
export async function measure(): Promise<Figure[]> {
  await buildShell();
  const services = await startBackingServices();
  Object.assign(process.env, toBackingServiceVariables(services));
  const sliceStore = await mkdtemp(join(tmpdir(), 'slices-'));
  const environment = await createTestEnvironment();
  try {
    await Promise.all(SERVICES.map((name) => startService(name, { environment })));
    const shell = await startService('shell', { environment, env: { SLICE_STORE: sliceStore } });
    const bareProxy = await startBareProxy(environment.urls.application);
    environment.register({ stop: bareProxy.stop });
    const clients = {
      direct: new Client(environment.urls.application),
      bare: new Client(bareProxy.url),
      gateway: new Client(environment.urls.shell),
    };
    const senders = await createRequestSenders(environment, clients);
    const costs = await compareRoutes({
      direct: { sendRequest: senders.direct },
      bare: { sendRequest: senders.bare, pid: bareProxy.pid },
      gateway: { sendRequest: senders.gateway, pid: shell.pid },
    });
    await Promise.all(Object.values(clients).map((client) => client.close()));
    return toFigures(costs);
  } finally {
    await environment.close();
    await services.stop();
    await rm(sliceStore, { recursive: true });
  }
}
