import { tooMany } from '@archaka/service-kit';
import type { Stores } from '../../store/stores.ts';

/**
 * Counts a file that a user begins to bring.
 * @throws Refusal 429 when it is one too many today.
 */
export async function countUpload({ uploadQuota }: Stores, userId: string): Promise<void> {
  const wait = await uploadQuota.count(userId, 1);
  if (wait > 0) throw tooMany(wait);
}
