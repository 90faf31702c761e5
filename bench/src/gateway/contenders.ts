import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mapAddressVariables, type Service, services } from '@archaka/contracts';
import { freePort } from '@archaka/engines';
import {
  buildShell,
  createEdgeAddress,
  createKeys,
  findOrInstallNginx,
  startEdge,
  startProcess,
} from '@archaka/test-kit';

const TRIVIAL_SERVICES = fileURLToPath(new URL('trivial-services.ts', import.meta.url));
const BARE_PROXY = fileURLToPath(new URL('bare-proxy.ts', import.meta.url));
const SHELL = fileURLToPath(new URL('../../../shell/server/main.ts', import.meta.url));

const toUrl = (port: number): string => `http://127.0.0.1:${port}`;

/** The service itself, a bare proxy, the gateway, and nginx in front of the gateway if it is available. */
export type RouteName = 'direct' | 'bare' | 'gateway' | 'edge';

/** A route to the service: its address, and the measured process. */
export interface Contender {
  readonly url: string;
  readonly pid: number;
  /** Certificate of an https address, in PEM. */
  readonly certificate?: string;
}

export interface Contenders {
  readonly routes: ReadonlyMap<RouteName, Contender>;
  readonly stop: () => Promise<void>;
}

async function startTrivialServices() {
  const ports = await Promise.all(services.map(() => freePort()));
  const getUrl = (service: Service): string => toUrl(ports[services.indexOf(service)] as number);
  const running = await startProcess({
    name: 'trivial services',
    main: TRIVIAL_SERVICES,
    url: getUrl('application'),
    env: { PORTS: ports.join() },
  });
  return { ...running, getUrl };
}

async function startShell(getUrl: (service: Service) => string, sliceStore: string) {
  const [port, keys] = await Promise.all([freePort(), createKeys()]);
  return startProcess({
    name: 'shell',
    main: SHELL,
    url: toUrl(port),
    env: {
      PORT: String(port),
      PORTAL_ORIGIN: toUrl(port),
      SLICE_STORE: sliceStore,
      SERVICE_KEY: JSON.stringify(keys.getPrivateKey('shell')),
      ...mapAddressVariables(getUrl),
      PAYMENT_HANDLER_URL: 'http://127.0.0.1:9/handler',
      CHECKOUT_ORIGIN: 'https://checkout.example',
    },
  });
}

async function startNginx(shellUrl: string) {
  const nginx = await findOrInstallNginx().catch(() => undefined);
  if (!nginx) return undefined;
  const address = await createEdgeAddress();
  const env = { REQUESTS_PER_SECOND: '100000' };
  const { pid, stop } = await startEdge({ nginx, address, shellUrl, env });
  return { url: address.origin, certificate: address.certificate, pid, stop };
}

/** Starts the trivial services, and the compared proxies in front of them. */
export async function startContenders(): Promise<Contenders> {
  await buildShell();
  const sliceStore = await mkdtemp(join(tmpdir(), 'slices-'));
  const direct = await startTrivialServices();
  const port = await freePort();
  const bare = await startProcess({
    name: 'bare proxy',
    main: BARE_PROXY,
    url: toUrl(port),
    env: { PORT: String(port), SERVICE_URL: direct.url },
  });
  const gateway = await startShell(direct.getUrl, sliceStore);
  const edge = await startNginx(gateway.url);
  return {
    routes: new Map(
      Object.entries({ direct, bare, gateway, ...(edge && { edge }) }) as [RouteName, Contender][],
    ),
    async stop() {
      await edge?.stop();
      await Promise.all([gateway.stop(), bare.kill(), direct.kill()]);
      await rm(sliceStore, { recursive: true });
    },
  };
}
