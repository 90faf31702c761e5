import { execFile } from 'node:child_process';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Service, services } from '@archaka/contracts';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { ROOT } from '../stages/stage.ts';
import type { Cluster } from './cluster.ts';

const runFile = promisify(execFile);

/** Values of secrets by the secret's name and key. */
type ClusterSecrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Secrets that only some services have, besides their master keys. */
const OWN_SECRETS: Readonly<Partial<Record<Service, readonly string[]>>> = {
  auth: ['OTP_PEPPER', 'SESSION_KEYS_SECRET', 'DEVICE_KEY_SECRET', 'ACCOUNT_INDEX_KEY'],
  application: ['AADHAAR_INDEX_KEY'],
  payment: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  ticket: ['TICKET_KEYS_SECRET'],
  desk: ['DESK_KEYS_SECRET', 'DESK_INDEX_KEY'],
};

/** Creates random secrets of a trial, as listed in infra/k8s/README.md, and those of its stores. */
async function createSecrets(folder: string): Promise<ClusterSecrets> {
  const env = await createEnv();
  const read = (name: string): string => {
    const value = env.get(name);
    if (value === undefined) throw new Error(`compose-env.ts makes no ${name}`);
    return value;
  };
  const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, read(name)]));
  const ofService = (service: Service) => {
    const name = service.toUpperCase();
    const password = read(`SVC_${name}_BROKER_PASSWORD`);
    return {
      SERVICE_KEY: read(`SVC_${name}_KEY`),
      AMQP_URL: `amqps://svc-${service}:${password}@rabbitmq:5671`,
      ...(env.has(`${name}_MASTER_KEYS`) ? { MASTER_KEYS: read(`${name}_MASTER_KEYS`) } : {}),
      ...pick(...(OWN_SECRETS[service] ?? [])),
    };
  };
  return {
    shell: { SERVICE_KEY: read('SHELL_KEY') },
    ...Object.fromEntries(services.map((service) => [`svc-${service}`, ofService(service)])),
    'service-keys': pick('EVENT_DATA_KEYS', 'SERVICE_JWKS'),
    'rabbitmq-definitions': { 'definitions.json': read('BROKER_DEFINITIONS') },
    'mongo-passwords': pick('MONGO_PASSWORDS'),
    ...Object.fromEntries(
      services.map((service) => [`mongo-archaka-svc-${service}`, toMongoSecret(service, read)]),
    ),
    ...(await createCertificates(folder)),
  };
}

/** The secret as MongoDB's operator creates it. */
function toMongoSecret(service: string, read: (name: string) => string) {
  const password = read(`SVC_${service.toUpperCase()}_MONGO_PASSWORD`);
  const options = 'replicaSet=rs0&tls=true&tlsCAFile=/certificates/ca.crt';
  return {
    'connectionString.standard': `mongodb://svc-${service}:${password}@mongo:27017/archaka?${options}`,
  };
}

async function createEnv(): Promise<Map<string, string>> {
  const { stdout } = await runFile(process.execPath, [join(ROOT, 'infra/local/src/compose-env.ts')]);
  return new Map([...stdout.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]));
}

async function createCertificates(folder: string): Promise<ClusterSecrets> {
  const script = join(ROOT, 'infra/local/src/compose/renew-certificates.ts');
  await runFile(process.execPath, [script, folder]);
  const readAll = async (store: string, files: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(
        files.map(async (file) => [file, await readFile(join(folder, store, file), 'utf8')] as const),
      ),
    );
  return {
    'mongo-tls': await readAll('mongo', ['ca.crt', 'server.pem', 'keyfile']),
    'rabbitmq-tls': await readAll('rabbitmq', ['ca.crt', 'server.crt', 'server.key']),
  };
}

/** Writes the secrets as files for kustomize; returns the `secretGenerator`. */
async function writeSecrets(folder: string, secrets: ClusterSecrets): Promise<object[]> {
  const entries = Object.entries(secrets);
  for (const [name, values] of entries) {
    for (const [key, value] of Object.entries(values)) {
      const file = join(folder, 'secrets', name, key);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, value, { mode: 0o600 });
    }
  }
  return entries.map(([name, values]) => ({
    name,
    files: Object.keys(values).map((key) => `secrets/${name}/${key}`),
    options: { disableNameSuffixHash: true },
  }));
}

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
