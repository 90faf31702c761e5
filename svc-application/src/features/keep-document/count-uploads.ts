import { tooMany } from '@archaka/service-kit';
import type { Stores } from '../../store/stores.ts';

/**
 * Counts files that a user brings, before anybody looks into them.
 * @throws Refusal 429 when they are too many today.
 */
export async function countUploads({ uploadQuota }: Stores, userId: string, files = 1): Promise<void> {
  const wait = await uploadQuota.count(userId, files);
  if (wait > 0) throw tooMany(wait);
}
