import { startPortal } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import { benchWebhooks } from './webhooks.ts';

/** What payments ask of the whole portal. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    return [await benchWebhooks(portal)];
  } finally {
    await portal.stop();
  }
}
