import { dependencyUnavailable, isDuplicateKey } from '@archaka/service-kit';

/** Somebody else wrote first: read again and decide anew. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/** Runs an insertion; a key that is there already means that somebody else was first. */
export async function mapDuplicateKey<Result>(insert: () => Promise<Result>): Promise<Result> {
  try {
    return await insert();
  } catch (error) {
    throw isDuplicateKey(error) ? new WriteConflict() : error;
  }
}

/** Of so many writers at once each comes to its turn; more is a fault. */
const MAX_ATTEMPTS = 100;

/** Reads, decides and writes; anew as often as somebody else was faster. */
export async function retryOnConflict<Read, Result>(
  read: (attempt: number) => Promise<Read>,
  write: (state: Read, attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(await read(attempt), attempt);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt === MAX_ATTEMPTS) throw dependencyUnavailable('store', error);
    }
  }
}
