import type { Portal } from '@archaka/test-kit';

/** Runs `work` while the processes of components are suspended. They continue also after a failure. */
export async function whilePaused<Result>(
  portal: Portal,
  components: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { parts } = await portal.running();
  const pids = components.map((component) => {
    const pid = parts[component]?.pid;
    if (!pid) throw new Error(`${component} does not run`);
    return pid;
  });
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}
