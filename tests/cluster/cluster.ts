import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '@archaka/engines';
import { COMPONENTS, eventually } from '@archaka/test-kit';
import { runDocker } from '../containers/docker.ts';
import { ROOT } from '../stages/stage.ts';

const runFile = promisify(execFile);

const SCRIPTS = join(ROOT, 'infra/k8s/test-cluster');
const START_TIMEOUT_MS = 600_000;
/** Stopping removes the nodes' unpacked images. */
const STOP_MS = 300_000;

interface Kubernetes {
  readonly kubeconfig: string;
  /** Path of kubectl of the same release. */
  readonly kubectl: string;
  /** Folder with the operators' CRDs, except RabbitMQ's. */
  readonly definitions: string;
  /** Ends all its processes, mounts and network devices. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a real Kubernetes of two nodes in its own namespaces, and builds it first if needed; resolves when the
 * nodes are ready.
 * @param folder for all its files; every node loads the images in `images/*.tar`, as `docker save` writes them
 */
async function startKubernetes(folder: string): Promise<Kubernetes> {
  const programs = join(process.env.ENGINE_CACHE || join(ROOT, '.cache/engines'), 'kubernetes');
  process.stderr.write(
    'Building Kubernetes where that was not done yet (infra/k8s/test-cluster/build.sh) …\n',
  );
  await runFile(join(SCRIPTS, 'build.sh'), [programs]);
  await mkdir(join(folder, 'images'), { recursive: true });
  await runFile(join(SCRIPTS, 'images.sh'), [programs, join(folder, 'images/cluster.tar')]);
  const child = await startChild({
    command: join(SCRIPTS, 'cluster.sh'),
    args: [programs, folder],
    env: process.env,
    graceMs: STOP_MS,
  });
  const kubeconfig = join(folder, 'kubeconfig');
  await waitForFile(kubeconfig, child);
  return {
    kubeconfig,
    kubectl: join(programs, 'kubernetes/kubectl'),
    // kubectl does not follow a symbolic link to a folder.
    definitions: await realpath(join(programs, 'crds')),
    stop: child.stop,
  };
}

async function waitForFile(file: string, { ended, lastOutput }: Child): Promise<void> {
  const failed = ended.then(() => {
    throw new Error(`Kubernetes does not start: ${lastOutput()}`);
  });
  const found = eventually(() => existsSync(file), { timeoutMs: START_TIMEOUT_MS });
  await Promise.race([found, failed]);
}

const OTHERS = ['mf-auth', 'mf-application', 'mf-history', 'mf-desk', 'razorpay-sim', 'launcher'] as const;
const STORE_IMAGES = ['mongo:8.0.30', 'rabbitmq:4.2.9'];

export interface Cluster {
  /** Runs `kubectl` and returns its output. @throws Error with its message */
  readonly kubectl: (...args: string[]) => Promise<string>;
  /** `kubectl get <what> -o json`, parsed. */
  readonly get: <Found>(...what: string[]) => Promise<Found>;
  /** Address of a node for requests from this machine. */
  readonly address: string;
  /** Folder with the operators' CRDs; a cluster of KUBECONFIG has its own. */
  readonly definitions?: string;
  readonly stop: () => Promise<void>;
}

/** Returns the cluster of KUBECONFIG, whose nodes must have the images; otherwise starts one. */
export async function getCluster(folder: string): Promise<Cluster> {
  const { KUBECONFIG } = process.env;
  if (KUBECONFIG) return connect({ kubeconfig: KUBECONFIG, kubectl: 'kubectl', stop: async () => {} });
  await saveImages(join(folder, 'images'));
  const kubernetes = await startKubernetes(folder);
  return { ...(await connect(kubernetes)), definitions: kubernetes.definitions };
}

async function saveImages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const images = [...COMPONENTS, ...OTHERS].map((name) => `archaka/${name}`);
  for (const image of images) await runDocker(['tag', image, `${image}:under-test`]);
  const names = [...images.map((image) => `${image}:under-test`), ...STORE_IMAGES];
  await runDocker(['save', '--output', join(folder, 'portal.tar'), ...names]);
}

interface NodeList {
  readonly items: readonly {
    readonly status: { readonly addresses: readonly { readonly type: string; readonly address: string }[] };
  }[];
}

async function connect({
  kubeconfig,
  kubectl: program,
  stop,
}: Omit<Kubernetes, 'definitions'>): Promise<Cluster> {
  const kubectl = async (...args: string[]) => {
    const options = { env: { ...process.env, KUBECONFIG: kubeconfig }, maxBuffer: 2 ** 26 };
    return (await runFile(program, args, options)).stdout.trim();
  };
  const get = async <Found>(...what: string[]) =>
    JSON.parse(await kubectl('get', ...what, '--output', 'json')) as Found;
  const { items } = await get<NodeList>('nodes');
  const address = items
    .flatMap(({ status }) => status.addresses)
    .find(({ type }) => type === 'InternalIP')?.address;
  if (!address) throw new Error('no node has an address');
  return { kubectl, get, address, stop };
}
