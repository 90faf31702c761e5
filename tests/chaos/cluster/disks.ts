import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDiskFolder, getGroupFolder } from './left-behind.ts';
import { runCommand } from './run-command.ts';

/** The image is sparse: only written blocks use space. */
const SIZE_BYTES = 4 * 1024 ** 3;
/** As of a failing disk: WiredTiger waits for its journal at every majority commit. */
const SLOW_WRITES_PER_SECOND = 20;

/** The Linux controllers that limit a control group's writes to a device per second. */
type Controller = (typeof controllers)[number];

const controllers = [
  {
    root: '/sys/fs/cgroup/blkio',
    file: 'blkio.throttle.write_iops_device',
    format: (device: string, limit: number | undefined) => `${device} ${limit ?? 0}`,
  },
  {
    root: '/sys/fs/cgroup',
    file: 'io.max',
    format: (device: string, limit: number | undefined) => `${device} wiops=${limit ?? 'max'}`,
  },
] as const;

/** A disk for one process. */
export interface Disk {
  readonly folder: string;
  /** The start of that process's command line, so that the limit applies to it. */
  readonly prefix: readonly string[];
  slowDown(): Promise<void>;
  restore(): Promise<void>;
}

/** @throws Error when no control group limits writes to devices */
async function findController(): Promise<Controller> {
  const [older, newer] = controllers;
  if (await stat(join(older.root, older.file)).catch(() => undefined)) return older;
  const available = await readFile(join(newer.root, 'cgroup.controllers'), 'utf8').catch(() => '');
  if (!available.split(/\s+/).includes('io'))
    throw new Error('No control group of this machine limits writes to a disk (blkio or io).');
  await writeFile(join(newer.root, 'cgroup.subtree_control'), '+io');
  return newer;
}

const toDevice = (number: number): string => `${number >> 8}:${number & 0xff}`;

/**
 * Creates a separate ext4 file system in a file and mounts it, so that its waits block no other process.
 * It has no journal, whose writes the limit of a control group would not include.
 */
export async function createDisk(name: string): Promise<Disk> {
  const controller = await findController();
  const folder = join(getDiskFolder(), name);
  const image = `${folder}.disk`;
  await mkdir(folder, { recursive: true });
  await writeFile(image, '');
  await truncate(image, SIZE_BYTES);
  await runCommand(['mkfs.ext4', '-q', '-O', '^has_journal', '-E', 'lazy_itable_init=1', image]);
  // With this option the loop device is released with the mount.
  await runCommand(['mount', '-o', 'loop', image, folder]);
  const device = toDevice((await stat(folder)).dev);
  const group = getGroupFolder(controller.root, name);
  await mkdir(group);
  const limit = (count: number | undefined) =>
    writeFile(join(group, controller.file), controller.format(device, count));
  return {
    folder: join(folder, 'data'),
    prefix: ['/bin/sh', '-c', `echo 0 >${group}/cgroup.procs && exec "$0" "$@"`],
    slowDown: () => limit(SLOW_WRITES_PER_SECOND),
    restore: () => limit(undefined),
  };
}
