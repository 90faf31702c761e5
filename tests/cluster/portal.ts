import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { ROOT } from '../stages/stage.ts';
import type { Cluster } from './cluster.ts';
import { createSecrets, writeSecrets } from './secrets.ts';

/** The ports in infra/k8s/test-cluster/trial/node-ports.yaml. */
const PORTS = { portal: 30080, handler: 30085, razorpay: 30086 };
const READY_SECONDS = Math.round(scaledTimeout(300_000) / 1000);

export const NAMESPACE = 'archaka';

export interface Portal {
  readonly origin: string;
  readonly simulator: string;
  readonly checkout: string;
}

/** Applies the trial overlay with new secrets; resolves when all components are available and the slices deployed. */
export async function deployPortal(cluster: Cluster, folder: string): Promise<Portal> {
  const toUrl = (port: number) => `http://${cluster.address}:${port}`;
  const origin = toUrl(PORTS.portal);
  const simulator = toUrl(PORTS.razorpay);
  const settings = {
    PORTAL_ORIGIN: origin,
    PAYMENT_HANDLER_URL: toUrl(PORTS.handler),
    CHECKOUT_ORIGIN: simulator,
    RAZORPAY_URL: simulator,
    // All requests of this test come from one address.
    RATE_PER_ADDRESS: '50000',
    TEXTS_PER_HOUR: '1000000',
  };
  const overlay = join(await realpath(folder), 'overlay');
  await writeOverlay(overlay, settings);
  await cluster.kubectl('apply', '--server-side', '--kustomize', overlay);
  await waitUntilReady(cluster);
  return { origin, simulator, checkout: simulator };
}

async function writeOverlay(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const secretGenerator = await writeSecrets(folder, await createSecrets(join(folder, 'certificates')));
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: NAMESPACE,
    resources: [relative(folder, join(ROOT, 'infra/k8s/test-cluster/trial'))],
    configMapGenerator: [
      {
        name: 'portal',
        behavior: 'merge',
        literals: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      },
    ],
    secretGenerator,
  };
  // JSON is YAML.
  await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
}

async function waitUntilReady({ kubectl }: Cluster): Promise<void> {
  const wait = (condition: string, what: string) =>
    kubectl('wait', '-n', NAMESPACE, `--for=${condition}`, `--timeout=${READY_SECONDS}s`, '--all', what);
  try {
    await wait('condition=Available', 'deployments');
    await wait('condition=Complete', 'jobs');
  } catch (error) {
    const pods = await kubectl('get', 'pods', '-n', NAMESPACE, '--output', 'wide').catch(String);
    const events = await kubectl('events', '-n', NAMESPACE, '--types=Warning').catch(String);
    throw new Error(`the portal did not become ready:\n${pods}\n${events}`, { cause: error });
  }
}
