import { readdir, readFile } from 'node:fs/promises';

/** A process of this machine, as proc(5) describes it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** In clock ticks after boot; with the pid, it identifies the process. */
  readonly started: number;
  /** Its arguments, separated by spaces. */
  readonly command: string;
  /** Whether its TMPDIR or one of its arguments lies in the folder. */
  readonly isIn: (folder: string) => boolean;
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function readProcess(pid: number): Promise<ProcessEntry | undefined> {
  const [stat, cmdline, environ] = await Promise.all(
    ['stat', 'cmdline', 'environ'].map((file) => readText(`/proc/${pid}/${file}`)),
  );
  // The name, in brackets, may hold anything. After it come state (field 3), parent, group and session.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, parent, group, session] = fields;
  if (!state || state === 'Z' || !cmdline) return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: Number(fields[19]),
    command: cmdline.replaceAll('\0', ' ').trim(),
    isIn: (folder) => cmdline.includes(folder) || `\0${environ}`.includes(`\0TMPDIR=${folder}`),
  };
}

/** Reads the processes that run now. Empty where there is no /proc. */
export async function readProcessTable(): Promise<ProcessEntry[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = await Promise.all(pids.map(readProcess));
  return processes.filter((one) => one !== undefined);
}
