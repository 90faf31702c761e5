import { spawn } from 'node:child_process';

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Becomes this program where Node can do that (22.15 and later); else runs it and passes signals and exit on.
 * LAUNCHED_BY tells the program whose end is its own: npm or this process may be killed without a chance to pass
 * that on.
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
