import { tooMany } from '@archaka/service-kit';
import type { Stores } from '../../store/stores.ts';

/** @throws Refusal 429 when the user may not edit now. Counts nothing. */
export async function assertMayEdit({ editQuota }: Stores, userId: string): Promise<void> {
  const wait = await editQuota.waitFor(userId);
  if (wait > 0) throw tooMany(wait);
}

/**
 * Counts an edit that is about to be made.
 * @throws Refusal 429 when it is one too many.
 */
export async function countEdit({ editQuota }: Stores, userId: string): Promise<void> {
  const wait = await editQuota.count(userId);
  if (wait > 0) throw tooMany(wait);
}
