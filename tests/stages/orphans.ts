import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A process of this machine, as proc(5) describes it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Start time in clock ticks after boot; with the pid it identifies the process. */
  readonly started: number;
  /** Its command line, separated by spaces. */
  readonly command: string;
  /** Whether its TMPDIR or one of its arguments lies in the folder. */
  readonly isIn: (folder: string) => boolean;
}

// Synchronous, since /proc is in memory and a thread for each small file takes seven times as long.
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readProcess(pid: number): ProcessEntry | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  const cmdline = readText(`/proc/${pid}/cmdline`);
  // The name in brackets may contain any character. State (field 3), parent, group and session follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (!state || state === 'Z' || !cmdline) return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: Number(fields[19]),
    command: cmdline.replaceAll('\0', ' ').trim(),
    isIn: (folder) =>
      cmdline.includes(folder) || `\0${readText(`/proc/${pid}/environ`)}`.includes(`\0TMPDIR=${folder}`),
  };
}

/** Reads the running processes; empty without /proc. */
export function readProcessTable(): ProcessEntry[] {
  if (!existsSync('/proc')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readProcess(Number(pid)) ?? []);
}

const OBSERVE_EVERY_MS = 1000;
/** For processes that are already ending: guards of databases, closed browsers. */
const GRACE_MS = 3000;
const STOP_MS = 5000;
const POLL_MS = 100;

const toKey = ({ pid, started }: ProcessEntry): string => `${pid} ${started}`;

/** The processes of a run, found by its folder and by their descent, also after their parents have ended. */
export function observeRunProcesses(folder: string) {
  const known = new Set<string>();

  /** Finds the running ones; a process belongs to the run when its parent, group or session does. */
  function find(): ProcessEntry[] {
    const table = readProcessTable();
    const own = table.find(({ pid }) => pid === process.pid);
    const others = table.filter(({ pid, session }) => pid !== process.pid && session !== own?.session);
    const found = new Map<number, ProcessEntry>();
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const entry of others) {
        const belongs =
          known.has(toKey(entry)) ||
          entry.isIn(folder) ||
          [entry.parent, entry.group, entry.session].some((id) => found.has(id));
        if (belongs) found.set(entry.pid, entry);
      }
    }
    for (const entry of found.values()) known.add(toKey(entry));
    return [...found.values()];
  }

  /** Waits until none is left or the timeout has passed, and returns the remaining ones. */
  async function waitForEnd(timeoutMs: number): Promise<ProcessEntry[]> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const left = find();
      if (left.length === 0 || performance.now() > deadline) return left;
      await pause(POLL_MS);
    }
  }

  const timer = setInterval(find, OBSERVE_EVERY_MS);

  return {
    /** Records the running descendants, which may not be identifiable after their parents have ended. */
    observe: find,
    /** Stops the processes that remain after a grace period, and returns their descriptions. */
    async stopAll(): Promise<string[]> {
      const orphans = await waitForEnd(GRACE_MS);
      signalAll(orphans, 'SIGTERM');
      for (let left = await waitForEnd(STOP_MS); left.length > 0; left = await waitForEnd(STOP_MS)) {
        signalAll(left, 'SIGKILL');
      }
      return orphans.map(({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`);
    },
    close: () => clearInterval(timer),
  };
}

function signalAll(processes: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

const runDocker = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('docker', args, { timeout: 60_000 });
  return stdout.split('\n').filter(Boolean);
};

/**
 * Removes a run's containers, found by their label, and its Compose projects, found by their names.
 * @returns their descriptions; none without a Docker engine
 */
export async function removeContainers(run: string): Promise<string[]> {
  try {
    const label = ['--filter', `label=archaka.test-run=${run}`];
    const containers = await runDocker('ps', '--all', ...label, '--format', '{{.ID}} {{.Image}}');
    for (const container of containers)
      await runDocker('rm', '--force', '--volumes', container.split(' ')[0] ?? '');
    const format = '{{.Label "com.docker.compose.project"}}';
    const names = await runDocker('ps', '--all', '--filter', `name=${run.toLowerCase()}`, '--format', format);
    const projects = [...new Set(names)].filter((name) => name.startsWith(run.toLowerCase()));
    for (const project of projects)
      await runDocker('compose', '--project-name', project, 'down', '--volumes');
    return [
      ...containers.map((entry) => `container ${entry}`),
      ...projects.map((entry) => `Compose project ${entry}`),
    ];
  } catch {
    return [];
  }
}
