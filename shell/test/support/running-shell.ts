import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mapAddressVariables, services as names, type Service } from '@archaka/contracts';
import { buildShell, createKeys, freePort, type RunningProcess, startProcess } from '@archaka/test-kit';
import { type FakeService, startFakeService } from './fake-services.ts';

const shell = path.join(import.meta.dirname, '../..');

export type Services = Readonly<Record<Service, FakeService>>;

export interface RunningShell extends RunningProcess {
  readonly store: string;
  readonly services: Services;
  /** Stops it and its fake services. */
  readonly close: () => Promise<void>;
}

type Publications = Partial<Record<Service, Parameters<typeof startFakeService>[1]>>;

interface ShellOptions {
  readonly contracts?: Publications;
  /** In addition to the required variables. */
  readonly env?: Record<string, string>;
}

/** Starts the real server with services that the test controls. */
export async function startShell({ contracts = {}, env = {} }: ShellOptions = {}): Promise<RunningShell> {
  await buildShell();
  const startedServices = names.map(
    async (name) => [name, await startFakeService(name, contracts[name] ?? {})] as const,
  );
  const services = Object.fromEntries(await Promise.all(startedServices)) as Services;
  const [store, port, keys] = await Promise.all([
    mkdtemp(path.join(tmpdir(), 'slices-')),
    freePort(),
    createKeys(),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const running = await startProcess({
    name: 'shell',
    main: path.join(shell, 'server/main.ts'),
    url,
    env: {
      PORT: String(port),
      PORTAL_ORIGIN: url,
      SLICE_STORE: store,
      SERVICE_KEY: JSON.stringify(keys.getPrivateKey('shell')),
      ...mapAddressVariables((service) => services[service].url),
      PAYMENT_HANDLER_URL: 'http://127.0.0.1:9/handler',
      CHECKOUT_ORIGIN: 'https://checkout.example',
      NODE_ENV: 'test',
      ...env,
    },
  });
  return {
    ...running,
    store,
    services,
    async close() {
      await running.stop();
      await Promise.all(Object.values(services).map((service) => service.crash()));
      await rm(store, { recursive: true });
    },
  };
}
