import { tooMany } from '@archaka/service-kit';
import type { Repositories } from '../../persistence/repositories.ts';

/** Call before the inspection. @throws HttpProblem 429 over the daily limit. */
export async function countUpload(
  { uploadQuota }: Pick<Repositories, 'uploadQuota'>,
  userId: string,
): Promise<void> {
  const wait = await uploadQuota.consume(userId);
  if (wait > 0) throw tooMany(wait);
}
