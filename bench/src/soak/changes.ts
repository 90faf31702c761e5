import { setTimeout as pause } from 'node:timers/promises';
import { eventually, type Portal } from '@archaka/test-kit';
import { runPortalCommand } from '../portal-command.ts';

const SLICES = ['mf-auth', 'mf-application', 'mf-history'];
const SERVICES = ['svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'];
const READY_MS = 60_000;

/** While a service was away. */
export interface Absence {
  readonly service: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Kills a service, which the launcher starts again. */
async function restartService(portal: Portal, service: string): Promise<void> {
  const { pid, port } = (await portal.running()).parts[service] ?? { pid: 0, port: 0 };
  process.kill(pid, 'SIGKILL');
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, { timeoutMs: READY_MS });
}

/** In the first half of the time, evenly: each service is restarted once, and each slice deployed. */
export async function changePortal(portal: Portal, seconds: number): Promise<Absence[]> {
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  const absences: Absence[] = [];
  const stepMs = (seconds * 1000) / 2 / (SERVICES.length + 1);
  for (const [index, service] of SERVICES.entries()) {
    await pause(Math.max(0, stepMs * (index + 1) - passedMs()));
    const slice = SLICES[index];
    if (slice) await runPortalCommand(portal, 'slice', ['deploy', slice]);
    const fromMs = passedMs();
    await restartService(portal, service);
    absences.push({ service, fromMs, toMs: passedMs() });
  }
  return absences;
}
