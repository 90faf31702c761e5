import { setTimeout as pause } from 'node:timers/promises';
import type { Portal } from '@archaka/test-kit';
import { type Cpu, readCpuByComponent } from './component-usage.ts';

export type CpuByComponent = ReadonlyMap<string, Cpu>;

export interface CpuUsage {
  readonly seconds: number;
  /** Milliseconds of CPU of each component. */
  readonly cpu: CpuByComponent;
}

/** Includes deferred work that a phase causes. */
const SETTLE_MS = 1500;

function subtract(before: CpuByComponent, after: CpuByComponent): CpuByComponent {
  const differences = [...after].map(([component, { user, kernel }]) => {
    const earlier = before.get(component) ?? { user: 0, kernel: 0 };
    return [component, { user: user - earlier.user, kernel: kernel - earlier.kernel }] as const;
  });
  return new Map(differences);
}

/** The CPU of the components while the work runs. */
export async function measureCpu(portal: Portal, work: () => Promise<unknown>): Promise<CpuUsage> {
  const before = await readCpuByComponent(portal);
  const startedAt = performance.now();
  await work();
  await pause(SETTLE_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, cpu: subtract(before, await readCpuByComponent(portal)) };
}

/** Subtracts the idle usage of the components. */
export function subtractIdle({ seconds, cpu }: CpuUsage, idleUsage: CpuUsage): CpuByComponent {
  const differences = [...cpu].map(([component, { user, kernel }]) => {
    const idle = idleUsage.cpu.get(component) ?? { user: 0, kernel: 0 };
    const share = seconds / idleUsage.seconds;
    return [component, { user: user - idle.user * share, kernel: kernel - idle.kernel * share }] as const;
  });
  return new Map(differences);
}
