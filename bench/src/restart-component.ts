import { eventually, type Portal } from '@archaka/test-kit';

const READY_MS = 60_000;

/** Kills a component, which the launcher restarts, and waits until `path` responds. @returns the downtime in ms */
export async function restartComponent(portal: Portal, name: string, path: string): Promise<number> {
  const component = (await portal.running()).parts[name];
  if (!component) throw new Error(`${name} does not run`);
  const { pid, port } = component;
  process.kill(pid, 'SIGKILL');
  const killedAt = performance.now();
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}${path}`)).ok, { timeoutMs: READY_MS });
  return performance.now() - killedAt;
}
