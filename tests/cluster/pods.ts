import { readdir, readFile } from 'node:fs/promises';
import { eventually } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Cluster } from './cluster.ts';
import { NAMESPACE } from './portal.ts';

const ROLLOUT_SECONDS = Math.round(scaledTimeout(240_000) / 1000);

interface Pod {
  readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName: string };
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

const isReady = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  (status.conditions ?? []).some(({ type, status: value }) => type === 'Ready' && value === 'True');

/** Lists the ready pods with a label such as `app.kubernetes.io/name=shell`. */
export async function listReadyPods({ get }: Cluster, label: string): Promise<Pod[]> {
  const { items } = await get<{ items: Pod[] }>('pods', '-n', NAMESPACE, '-l', label);
  return items.filter(isReady);
}

const toLabel = (part: string): string => `app.kubernetes.io/name=${part}`;

/** Replaces every pod of a component, as a release does; resolves when the last old pod has ended. */
export async function rollOut({ kubectl }: Cluster, part: string): Promise<void> {
  await kubectl('rollout', 'restart', '-n', NAMESPACE, `deployment/${part}`);
  await waitForRollout({ kubectl }, part);
}

export async function waitForRollout({ kubectl }: Pick<Cluster, 'kubectl'>, part: string): Promise<void> {
  const timeout = `--timeout=${ROLLOUT_SECONDS}s`;
  await kubectl('rollout', 'status', '-n', NAMESPACE, `deployment/${part}`, timeout);
}

/** Kills all processes of a pod, as the OOM killer does; resolves when the pod runs again. */
export async function killPod(cluster: Cluster, part: string): Promise<void> {
  const [pod] = await listReadyPods(cluster, toLabel(part));
  if (!pod) throw new Error(`no pod of ${part} is ready`);
  const { name, uid } = pod.metadata;
  const processes = await findProcesses(uid);
  if (processes.length === 0) throw new Error(`the processes of ${name} are not on this machine`);
  for (const pid of processes) process.kill(pid, 'SIGKILL');
  const countRestarts = ({ status }: Pod) => status.containerStatuses?.[0]?.restartCount ?? 0;
  await eventually(
    async () =>
      (await listReadyPods(cluster, toLabel(part))).some(
        (other) => other.metadata.name === name && countRestarts(other) > countRestarts(pod),
      ),
    { timeoutMs: 120_000, intervalMs: 500 },
  );
}

/** Finds the Node processes by their control groups, which contain the pod's ID. Excludes the pause container. */
async function findProcesses(uid: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const found = await Promise.all(
    pids.map(async (pid) => {
      const isOfPod = (await read(pid, 'cgroup')).includes(uid);
      return isOfPod && (await read(pid, 'cmdline')).startsWith('node') ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

interface Autoscaler {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly minReplicas: number };
  readonly status: {
    readonly currentReplicas: number;
    readonly currentMetrics?: readonly {
      readonly resource?: { readonly current: { readonly averageUtilization?: number } };
    }[];
  };
}

/** The autoscalers: CPU in percent of the request, number of pods, and whether it exceeds the minimum. */
export async function listScalers({ get }: Cluster) {
  const { items } = await get<{ items: Autoscaler[] }>('hpa', '-n', NAMESPACE);
  return items.map(({ metadata, spec, status }) => ({
    part: metadata.name,
    percent: status.currentMetrics?.[0]?.resource?.current.averageUtilization,
    pods: status.currentReplicas,
    grown: status.currentReplicas > spec.minReplicas,
  }));
}
