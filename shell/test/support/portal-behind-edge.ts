import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import {
  buildShell,
  createEdgeAddress,
  createTestEnvironment,
  createVariables,
  type EdgeAddress,
  type RunningProcess,
  startEdge,
  startProcess,
  startService,
} from '@archaka/test-kit';
import { buildCall, type FakeService, json, startFakeService } from './fake-services.ts';

export interface PortalBehindEdge {
  readonly address: EdgeAddress;
  readonly application: FakeService;
  readonly shell: RunningProcess;
  readonly close: () => Promise<void>;
}

export const CONNECTIONS_PER_ADDRESS = 8;

/** nginx, the shell and svc-auth, with an svc-application that echoes headers. This process trusts the certificate. */
export async function startPortalBehindEdge(nginx: string): Promise<PortalBehindEdge> {
  await buildShell();
  const [address, environment, sliceStore] = await Promise.all([
    createEdgeAddress(),
    createTestEnvironment({ realAuth: true }),
    mkdtemp(path.join(tmpdir(), 'slices-')),
  ]);
  setDefaultCACertificates([...rootCertificates, address.certificate]);
  const application = await startFakeService('application', {
    calls: [buildCall('open', 'query'), buildCall('wait', 'query')],
  });
  application.on('/api/dashboard/open', (request, response) => json(response, 200, request.headers));
  const env = { PORTAL_ORIGIN: address.origin, APPLICATION_URL: application.url };
  await startService('svc-auth', { environment, env });
  const shell = environment.register(
    await startProcess({
      name: 'shell',
      main: path.join(import.meta.dirname, '../../server/main.ts'),
      url: environment.urls.shell,
      readyPath: '/readyz?exclude=svc-payment&exclude=svc-ticket&exclude=svc-desk',
      env: {
        ...(await createVariables('shell', environment)),
        ...env,
        SLICE_STORE: sliceStore,
        TRUSTED_PROXIES: '127.0.0.1',
      },
    }),
  );
  const limits = { CONNECTIONS_PER_ADDRESS: String(CONNECTIONS_PER_ADDRESS) };
  const edge = await startEdge({ nginx, address, shellUrl: shell.url, env: limits });
  return {
    address,
    application,
    shell,
    async close() {
      await edge.stop();
      await environment.close();
      await application.crash();
      await rm(sliceStore, { recursive: true });
    },
  };
}
