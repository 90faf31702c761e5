import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPONENTS, eventually, type Portal } from '@archaka/test-kit';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../stages/stage.ts';

const runFile = promisify(execFile);

/** Permitted growth of memory at the end: memory that a process reuses. */
const MEMORY_LIMIT = { factor: 1.5, kilobytes: 150_000 };
const IDLE_MS = 60_000;

/** The processes of a portal's services and shell, with their memory. */
export interface Components {
  /** Processes that ended since, by name. */
  readonly ended: () => Promise<string[]>;
  /** Waits until their memory is released; returns the names of processes with more. */
  readonly stillLarge: () => Promise<string[]>;
}

/** Resident memory; kilobytes. 0 after the process has ended, which `ended` reports. */
async function readMemory(pid: number): Promise<number> {
  const { stdout } = await runFile('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '0' }));
  return Number(stdout);
}

export async function observeComponents({ running }: Portal): Promise<Components> {
  const { parts } = await running();
  const observed = await Promise.all(
    Object.entries(parts).map(async ([name, { pid }]) => ({ name, pid, before: await readMemory(pid) })),
  );
  const findLarge = async () => {
    const current = await Promise.all(observed.map(({ pid }) => readMemory(pid)));
    return observed.flatMap(({ name, before }, index) => {
      const after = current[index] ?? 0;
      return after > before * MEMORY_LIMIT.factor + MEMORY_LIMIT.kilobytes
        ? [`${name}: ${before} kB, then ${after} kB`]
        : [];
    });
  };
  return {
    async ended() {
      const current = (await running()).parts;
      return observed.filter(({ name, pid }) => current[name]?.pid !== pid).map(({ name }) => name);
    },
    stillLarge: () =>
      eventually(async () => (await findLarge()).length === 0, { timeoutMs: IDLE_MS, intervalMs: 1000 }).then(
        () => [],
        findLarge,
      ),
  };
}

const MEBIBYTE = 1024 ** 2;
const GROUPS = '/sys/fs/cgroup';

/** The files of a version of control groups. */
interface Hierarchy {
  readonly folder: string;
  readonly limit: string;
  readonly peak: string;
}

const versions: readonly Hierarchy[] = [
  { folder: join(GROUPS, 'memory'), limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { folder: GROUPS, limit: 'memory.max', peak: 'memory.peak' },
];

/** The memory limit of a component's container in the manifests; bytes. */
function readMemoryLimit(component: string): number {
  const manifest = readFileSync(`${ROOT}infra/k8s/base/${component}.yaml`, 'utf8');
  const deployment = parseAllDocuments(manifest).find((document) => document.get('kind') === 'Deployment');
  const limit = deployment?.getIn([
    'spec',
    'template',
    'spec',
    'containers',
    0,
    'resources',
    'limits',
    'memory',
  ]);
  const [, mebibytes] = /^(\d+)Mi$/.exec(String(limit)) ?? [];
  if (mebibytes === undefined) throw new Error(`infra/k8s/base/${component}.yaml has no limit in Mi`);
  return Number(mebibytes) * MEBIBYTE;
}

/** Undefined where no group can be created: not root, or no controller of memory. */
function findHierarchy(): Hierarchy | undefined {
  return versions.find(({ folder, limit }) => {
    const probe = join(folder, `archaka-probe-${process.pid}`);
    try {
      accessSync(folder, constants.W_OK);
      mkdirSync(probe);
      const isComplete = existsSync(join(probe, limit));
      rmdirSync(probe);
      return isComplete;
    } catch {
      return false;
    }
  });
}

interface ProcessTree {
  readonly pids: readonly number[];
  /** Private memory, which stays charged to the group that the processes leave. */
  readonly bytes: number;
}

async function readProcessTree(root: number): Promise<ProcessTree> {
  const statuses = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readFile(`/proc/${name}/status`, 'utf8').catch(() => '')),
  );
  const readNumber = (status: string, field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const pids = [root];
  // The loop also visits elements that are appended meanwhile.
  for (const parent of pids)
    pids.push(
      ...statuses
        .filter((status) => readNumber(status, 'PPid') === parent)
        .map((status) => readNumber(status, 'Pid')),
    );
  const kilobytes = statuses
    .filter((status) => pids.includes(readNumber(status, 'Pid')))
    .reduce((sum, status) => sum + readNumber(status, 'RssAnon'), 0);
  return { pids, bytes: kilobytes * 1024 };
}

interface MemoryGroup {
  readonly folder: string;
  /** Before the processes moved into the group, which counts what they use above it. */
  readonly startBytes: number;
}

/** Control groups in which each component of a portal has the memory of its manifest. */
export class MemoryLimits {
  readonly #hierarchy: Hierarchy;
  readonly #groups = new Map<string, MemoryGroup>();

  private constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy;
  }

  /** Moves each component with its child processes into a group. Returns undefined where this is not possible. */
  static async apply({ running }: Portal): Promise<MemoryLimits | undefined> {
    const hierarchy = findHierarchy();
    if (!hierarchy) return undefined;
    const limits = new MemoryLimits(hierarchy);
    const { parts } = await running();
    for (const component of COMPONENTS) await limits.#confine(component, parts[component]?.pid ?? 0);
    return limits;
  }

  async #confine(component: string, pid: number): Promise<void> {
    const folder = join(this.#hierarchy.folder, `archaka-${pid}-${component}`);
    mkdirSync(folder);
    const { pids, bytes } = await readProcessTree(pid);
    this.#groups.set(component, { folder, startBytes: bytes });
    writeFileSync(join(folder, this.#hierarchy.limit), String(readMemoryLimit(component) - bytes));
    for (const each of pids) writeFileSync(join(folder, 'cgroup.procs'), String(each));
  }

  /** The largest use of each component, and its limit. */
  describePeaks(): string {
    return [...this.#groups]
      .map(([component, { folder, startBytes }]) => {
        const [peak, limit] = [this.#hierarchy.peak, this.#hierarchy.limit].map((file) =>
          Math.round((Number(readFileSync(join(folder, file), 'utf8')) + startBytes) / MEBIBYTE),
        );
        return `${component} ${peak} of ${limit} MiB`;
      })
      .join(', ');
  }

  /** After the portal has stopped: only empty groups can be removed. */
  remove(): void {
    for (const { folder } of this.#groups.values()) rmdirSync(folder);
  }
}
