import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Portal } from '@archaka/test-kit';
import type { Figure } from '../table.ts';

const AIM_MIB = 1.2 * 1024;

/** Each process and its parent, as the kernel lists them. */
async function parents(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const pairs = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    }),
  );
  return new Map(pairs);
}

async function pssKib(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
}

/** Proportional set size of the launcher and everything below it: services, stores, broker, browser. */
export async function benchMemory(portal: Portal): Promise<Figure> {
  const { pid: launcher } = JSON.parse(await readFile(join(portal.dataDir, 'lock'), 'utf8')) as {
    pid: number;
  };
  const parentOf = await parents();
  const isOurs = (pid: number): boolean => pid === launcher || (pid > 1 && isOurs(parentOf.get(pid) ?? 0));
  const sizes = await Promise.all([...parentOf.keys()].filter(isOurs).map(pssKib));
  const mib = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  return {
    what: 'memory of the whole portal at rest (PSS)',
    measured: `${mib.toFixed(0)} MiB`,
    against: `${AIM_MIB.toFixed(0)} MiB`,
    ratio: (mib / AIM_MIB).toFixed(2),
    reached: mib <= AIM_MIB,
  };
}
