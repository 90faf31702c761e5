import { readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendSignal } from '../faults/send-signal.ts';
import { getRunId } from './run-id.ts';

const PREFIX = 'archaka-chaos-';
/** The folders of control groups, version 1 and 2. */
const GROUP_FOLDERS = ['/sys/fs/cgroup/blkio', '/sys/fs/cgroup'];

/** The folder of this run's disks. */
export const getDiskFolder = (): string => join(tmpdir(), `${PREFIX}${getRunId()}`);

/** The control group of the processes that write to a disk. */
export const getGroupFolder = (root: string, disk: string): string =>
  join(root, `${PREFIX}${getRunId()}-${disk}`);

/** The pid of the run in such a name; undefined for other names. */
export function parseRunId(name: string): number | undefined {
  const [, pid] = /^archaka-chaos-(\d+)(?:-[a-z]+-\d+)?$/.exec(name) ?? [];
  return pid === undefined ? undefined : Number(pid);
}

async function listOfEndedRuns(folder: string, isOver: (pid: number) => boolean): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => {
      const pid = parseRunId(name);
      return pid !== undefined && isOver(pid);
    })
    .map((name) => join(folder, name));
}

/**
 * Removes what outlives the namespaces of a run: images of disks and control groups. Does not remove those of
 * other active runs.
 */
export async function removeLeftBehind(): Promise<void> {
  const isOver = (pid: number) => pid === process.pid || !sendSignal(pid, 0);
  for (const folder of await listOfEndedRuns(tmpdir(), isOver)) await rm(folder, { recursive: true });
  for (const root of GROUP_FOLDERS) {
    for (const group of await listOfEndedRuns(root, isOver)) await rmdir(group);
  }
}
