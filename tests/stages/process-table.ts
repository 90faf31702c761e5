import { existsSync, readdirSync, readFileSync } from 'node:fs';

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
