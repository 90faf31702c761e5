import { tooMany } from '@archaka/service-kit';
import type { Repositories } from '../../persistence/repositories.ts';

/** @throws HttpProblem 429 when the user may not edit now. Counts nothing. */
export async function assertEditQuota({ editQuota }: Repositories, userId: string): Promise<void> {
  const wait = await editQuota.getWaitSeconds(userId);
  if (wait > 0) throw tooMany(wait);
}

/**
 * Counts an edit that is about to be made.
 * @throws HttpProblem 429 when it is one too many.
 */
export async function consumeEditQuota({ editQuota }: Repositories, userId: string): Promise<void> {
  const wait = await editQuota.consume(userId);
  if (wait > 0) throw tooMany(wait);
}
