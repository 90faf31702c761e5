import { portalComponents } from '../components.ts';
import { assertPortsFree } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { CheckResult } from './run-checks.ts';

/** A running portal uses them itself. */
export async function checkPorts({ port, env }: Settings, { runs }: { runs: boolean }): Promise<CheckResult> {
  const range = `${port} to ${port + 6}`;
  if (runs) return { seen: `${range}, in use by this portal` };
  try {
    await assertPortsFree(portalComponents(env), port);
    return { seen: `${range} are free` };
  } catch (error) {
    return { seen: `${range} are needed`, todo: (error as Error).message };
  }
}
