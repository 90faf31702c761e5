import { startPortal } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { benchHealed } from './healed.ts';
import { benchTaken } from './taken.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWorkedOff } from './worked-off.ts';

/** What payments ask of the whole portal. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    const taken = await benchTaken(portal);
    const healed = await benchHealed(portal);
    const webhooks = await benchWebhooks(portal);
    return [...taken, ...healed, webhooks, ...(await benchWorkedOff(portal))];
  } finally {
    await portal.stop();
  }
}
