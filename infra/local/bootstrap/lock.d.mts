export interface Lock {
  release: () => void;
}
export interface Process {
  pid: number;
  started: string | undefined;
}
export function tryLock(path: string): Lock | { release?: never; holder: number };
export function acquireLock(path: string, onWait: (pid: number) => void): Promise<Lock>;
export function isRunning(process: Process): boolean;
export function readStartTime(pid: number): string | undefined;
