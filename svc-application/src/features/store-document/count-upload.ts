import { tooMany } from '@archaka/service-kit';
import type { Repositories } from '../../persistence/repositories.ts';

/**
 * Counts a file that a user brings, before anybody looks into it.
 * @throws HttpProblem 429 when they are too many today.
 */
export async function countUpload(
  { uploadQuota }: Pick<Repositories, 'uploadQuota'>,
  userId: string,
): Promise<void> {
  const wait = await uploadQuota.consume(userId);
  if (wait > 0) throw tooMany(wait);
}
