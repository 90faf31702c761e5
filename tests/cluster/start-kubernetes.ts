import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '@archaka/engines';
import { eventually } from '@archaka/test-kit';
import { ROOT } from '../stages/stage.ts';

const runFile = promisify(execFile);

const SCRIPTS = join(ROOT, 'infra/k8s/test-cluster');
const START_TIMEOUT_MS = 600_000;
/** Stopping removes the nodes' unpacked images. */
const STOP_MS = 300_000;

export interface Kubernetes {
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
export async function startKubernetes(folder: string): Promise<Kubernetes> {
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
