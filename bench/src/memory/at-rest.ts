import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Portal } from '@archaka/test-kit';
import { allProcesses, pssKib, treeOf } from '../process-stat.ts';
import type { Figure } from '../table.ts';

const AIM_MIB = 1.2 * 1024;

/** Proportional set size of the launcher and everything below it: services, stores, broker, browser. */
export async function benchMemory(portal: Portal): Promise<Figure> {
  const { pid: launcher } = JSON.parse(await readFile(join(portal.dataDir, 'lock'), 'utf8')) as {
    pid: number;
  };
  const ours = treeOf(await allProcesses(), launcher);
  const sizes = await Promise.all(ours.map(({ pid }) => pssKib(pid)));
  const mib = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  return {
    what: 'memory of the whole portal at rest (PSS)',
    measured: `${mib.toFixed(0)} MiB`,
    against: `${AIM_MIB.toFixed(0)} MiB`,
    ratio: (mib / AIM_MIB).toFixed(2),
    reached: mib <= AIM_MIB,
  };
}
