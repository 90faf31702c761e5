import { execFile } from 'node:child_process';
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { platform, release, type } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { portalComponents } from '../components.ts';
import { assertPortsFree } from '../engines.ts';
import type { Settings } from '../settings.ts';
import { findAdvice, findKernelFault } from './advisories.ts';
import type { CheckResult } from './run-checks.ts';

/** Sum of the limits of heaps and caches: 1.5 GB in the components, 0.3 in MongoDB, 0.5 in RabbitMQ. */
const MEMORY_BYTES = 2.3e9;
/** Engines, packages and a first few hundred applications with their papers. */
const DISK_BYTES = 3e9;

const formatGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** The bootstrap runs everything on the Node that package.json pins. */
export async function checkNode(version: string = process.versions.node): Promise<CheckResult> {
  const seen = `Node ${version}`;
  return version.startsWith('24.')
    ? { seen, ...findAdvice('Node', version) }
    : {
        seen,
        todo: 'Remove node_modules and run npm start: it installs the Node 24 that the portal runs on.',
      };
}

export async function checkKernel(): Promise<CheckResult> {
  const todo = platform() === 'linux' ? findKernelFault(release()) : undefined;
  return { seen: `${type()} ${release()}`, ...(todo === undefined ? {} : { todo }) };
}

export async function checkNpm(): Promise<CheckResult> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['--version']);
    return { seen: `npm ${stdout.trim()}` };
  } catch {
    return { seen: 'no npm', todo: 'Install npm, which is part of Node.' };
  }
}

/** Free memory, or the rest of a container's limit; a running portal already uses its share. */
export async function checkMemory({ runs }: { runs: boolean }): Promise<CheckResult> {
  const seen = `${formatGigabytes(process.availableMemory())} free`;
  return runs || process.availableMemory() >= MEMORY_BYTES
    ? { seen }
    : {
        seen,
        todo: `Stop other programs or add memory: the portal needs ${formatGigabytes(MEMORY_BYTES)}.`,
      };
}

export async function checkDisk(dataDir: string): Promise<CheckResult> {
  const { bavail, bsize } = await statNearestFolder(dataDir);
  const free = bavail * bsize;
  const seen = `${formatGigabytes(free)} free for ${dataDir}`;
  return free >= DISK_BYTES
    ? { seen }
    : {
        seen,
        todo: `Free some space or set another DATA_DIR: below ${formatGigabytes(DISK_BYTES)} stores soon stop writing.`,
      };
}

/** The data folder may not exist yet. */
const statNearestFolder = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error) => {
    if (dirname(folder) === folder) throw error;
    return statNearestFolder(dirname(folder));
  });

/** A running portal uses them itself. */
export async function checkPorts({ port, env }: Settings, { runs }: { runs: boolean }): Promise<CheckResult> {
  const range = `${port} to ${port + 6}`;
  if (runs) return { seen: `${range}, in use by this portal` };
  try {
    await assertPortsFree(portalComponents(env), port);
    return { seen: `${range} are free` };
  } catch (error) {
    return { seen: `${range} are needed`, todo: (error as Error).message };
  }
}
