import { tooMany } from '@archaka/service-kit';
import type { Repositories } from '../../persistence/repositories.ts';

/** Counts nothing. @throws HttpProblem 429 over the edit limit. */
export async function assertEditQuota({ editQuota }: Repositories, userId: string): Promise<void> {
  const wait = await editQuota.getWaitSeconds(userId);
  if (wait > 0) throw tooMany(wait);
}

/** @throws HttpProblem 429 over the edit limit. */
export async function consumeEditQuota({ editQuota }: Repositories, userId: string): Promise<void> {
  const wait = await editQuota.consume(userId);
  if (wait > 0) throw tooMany(wait);
}
