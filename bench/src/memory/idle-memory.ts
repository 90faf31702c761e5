import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Portal } from '@archaka/test-kit';
import { findProcessTree, readAllProcesses, readPssKib } from '../process-stat.ts';
import type { Figure } from '../table.ts';

const TARGET_MIB = 1.2 * 1024;

/** Proportional set size of the launcher and everything below it: services, stores, broker, browser. */
export async function measureIdleMemory(portal: Portal): Promise<Figure> {
  const { pid: launcher } = JSON.parse(await readFile(join(portal.dataDir, 'lock'), 'utf8')) as {
    pid: number;
  };
  const portalProcesses = findProcessTree(await readAllProcesses(), launcher);
  const sizes = await Promise.all(portalProcesses.map(({ pid }) => readPssKib(pid)));
  const mib = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  return {
    name: 'memory of the idle portal (PSS)',
    measured: `${mib.toFixed(0)} MiB`,
    target: `${TARGET_MIB.toFixed(0)} MiB`,
    ratio: (mib / TARGET_MIB).toFixed(2),
    isReached: mib <= TARGET_MIB,
  };
}
