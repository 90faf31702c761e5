import { readdirSync, readFileSync } from 'node:fs';

/** The process that decodes photos is a child of the service, too. */
const DECODER_PROGRAM = 'decoder-program';

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function readProcess(pid: string): Process | undefined {
  try {
    const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid: Number(pid), parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

const listProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? []);

const listDescendants = (pid: number, processes: Process[]): Process[] =>
  processes
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...listDescendants(child.pid, processes)]);

/** All processes of the browser that a service has started. */
export const findBrowserProcesses = (servicePid: number): Process[] =>
  listDescendants(servicePid, listProcesses()).filter(({ command }) => !command.includes(DECODER_PROGRAM));

/** The processes of its pages. */
export const findPageProcesses = (servicePid: number): Process[] =>
  findBrowserProcesses(servicePid).filter(({ command }) => command.includes('--type=renderer'));

export const isRunning = ({ pid }: Process): boolean => {
  const { command } = readProcess(String(pid)) ?? {};
  return command !== undefined && command !== '';
};

/** Leaves out processes that end meanwhile, as a browser's children do. */
export function sendSignal(processes: Process[], name: NodeJS.Signals): void {
  for (const { pid } of processes.filter(isRunning)) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (Object(error).code !== 'ESRCH') throw error;
    }
  }
}
