import { spawn } from 'node:child_process';

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Replaces this process by the program if Node can (22.15 and later); else runs it and forwards signals and exit code.
 * LAUNCHED_BY lists the processes whose end must end the program: npm or this process may be killed before it can
 * forward a signal.
 */
export function execProgram(command, args) {
  const npmPids = process.env.npm_lifecycle_event === undefined ? [] : [process.ppid];
  if (process.execve) {
    process.execve(command, [command, ...args], { ...process.env, LAUNCHED_BY: npmPids.join(' ') });
  }
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, LAUNCHED_BY: [...npmPids, process.pid].join(' ') },
  });
  for (const signal of forwardedSignals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of forwardedSignals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
