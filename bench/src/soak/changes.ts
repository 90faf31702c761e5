import { setTimeout as pause } from 'node:timers/promises';
import { type Portal, SERVICES } from '@archaka/test-kit';
import { runPortalCommand } from '../portal-command.ts';
import { restartComponent } from '../restart-component.ts';

const SLICES = ['mf-auth', 'mf-application', 'mf-history'];

/** Milliseconds since the start. */
export interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * In the first quarter of the time, evenly: each service is restarted once, and each slice deployed.
 * @returns when a service was down
 */
export async function changePortal(portal: Portal, seconds: number): Promise<Interval[]> {
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  const downtimes: Interval[] = [];
  const stepMs = (seconds * 1000) / 4 / (SERVICES.length + 1);
  for (const [index, service] of SERVICES.entries()) {
    await pause(Math.max(0, stepMs * (index + 1) - passedMs()));
    const slice = SLICES[index];
    if (slice) await runPortalCommand(portal, 'slice', ['deploy', slice]);
    const fromMs = passedMs();
    await restartComponent(portal, service, '/readyz');
    downtimes.push({ fromMs, toMs: passedMs() });
  }
  return downtimes;
}
