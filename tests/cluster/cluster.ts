import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPONENTS } from '@archaka/test-kit';
import { runDocker } from '../containers/docker.ts';
import { type Kubernetes, startKubernetes } from './start-kubernetes.ts';

const runFile = promisify(execFile);

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
