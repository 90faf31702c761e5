import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '@archaka/engines';
import { eventually } from '@archaka/test-kit';
import { ROOT } from '../stages/stage.ts';

const runFile = promisify(execFile);

const SCRIPTS = join(ROOT, 'infra/kube');
const START_TIMEOUT_MS = 600_000;
/** All that the nodes unpacked is removed. */
const STOP_MS = 300_000;

export interface Kubernetes {
  readonly kubeconfig: string;
  /** Path of the client of its release. */
  readonly kubectl: string;
  /** Folder with definitions of operators' kinds, none of RabbitMQ's. */
  readonly definitions: string;
  /** Ends every process, mount and network device of it. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a real Kubernetes of two nodes in namespaces of its own, built first where it was not yet; resolves when the
 * nodes are ready.
 * @param folder for all that it writes; images in `images/*.tar`, as `docker save` writes them, get onto every node
 */
export async function startKubernetes(folder: string): Promise<Kubernetes> {
  const programs = join(process.env.ENGINE_CACHE || join(ROOT, '.cache/engines'), 'kubernetes');
  process.stderr.write('Building Kubernetes where that was not done yet (infra/kube/build.sh) …\n');
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
    // kubectl does not look into a folder behind a link.
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
