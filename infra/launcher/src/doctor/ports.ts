import { portalParts } from '../parts.ts';
import { checkPorts } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { Seen } from './finding.ts';

/** Of a portal that runs they are its own. */
export async function lookAtPorts({ port, env }: Settings, { runs }: { runs: boolean }): Promise<Seen> {
  const range = `${port} to ${port + 6}`;
  if (runs) return { seen: `${range}, in use by this portal` };
  try {
    await checkPorts(portalParts(env), port);
    return { seen: `${range} are free` };
  } catch (error) {
    return { seen: `${range} are wanted`, todo: (error as Error).message };
  }
}
