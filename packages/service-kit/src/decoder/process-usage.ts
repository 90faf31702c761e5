import { readFileSync } from 'node:fs';

export interface ProcessUsage {
  /** Milliseconds. */
  readonly cpu: number;
  /** Bytes of its own, without files mapped from disk, which processes share. */
  readonly memory: number;
}

/** Linux counts them for its programs in these units on every architecture that Node runs on. */
const [TICKS_PER_SECOND, PAGE_BYTES] = [100, 4096];
const [USER_TICKS, SYSTEM_TICKS] = [11, 12];

/** Undefined when the process has ended, and on systems without `/proc`: there only time is limited. */
export function readProcessUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before the last bracket may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return {
      cpu: ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / TICKS_PER_SECOND,
      memory: (Number(resident) - Number(shared)) * PAGE_BYTES,
    };
  } catch {
    return undefined;
  }
}
