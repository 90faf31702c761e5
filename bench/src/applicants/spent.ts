import { setTimeout as pause } from 'node:timers/promises';
import type { Portal } from '@archaka/test-kit';
import { type Cpu, cpuOfParts } from './parts.ts';

export type CpuByPart = ReadonlyMap<string, Cpu>;

export interface Spent {
  readonly seconds: number;
  /** Milliseconds of CPU of each part. */
  readonly cpu: CpuByPart;
}

/** What a stretch leaves behind for the parts to do is theirs too. */
const SETTLE_MS = 1500;

function grown(before: CpuByPart, after: CpuByPart): CpuByPart {
  const each = [...after].map(([part, { user, kernel }]) => {
    const then = before.get(part) ?? { user: 0, kernel: 0 };
    return [part, { user: user - then.user, kernel: kernel - then.kernel }] as const;
  });
  return new Map(each);
}

/** The CPU that the parts take while the work is done. */
export async function spentDuring(portal: Portal, work: () => Promise<unknown>): Promise<Spent> {
  const before = await cpuOfParts(portal);
  const began = performance.now();
  await work();
  await pause(SETTLE_MS);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, cpu: grown(before, await cpuOfParts(portal)) };
}

/** Without what the parts take anyway when nobody is there. */
export function beyondRest({ seconds, cpu }: Spent, rest: Spent): CpuByPart {
  const each = [...cpu].map(([part, { user, kernel }]) => {
    const idle = rest.cpu.get(part) ?? { user: 0, kernel: 0 };
    const share = seconds / rest.seconds;
    return [part, { user: user - idle.user * share, kernel: kernel - idle.kernel * share }] as const;
  });
  return new Map(each);
}
