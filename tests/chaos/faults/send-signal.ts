/** Sends a signal to a process, 0 for none; false when that process is gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
