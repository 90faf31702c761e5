import { isDuplicateKey, partDown } from '@archaka/service-kit';

/** Somebody else wrote first: read again and decide anew. */
export class Contended extends Error {
  override readonly name = 'Contended';
}

/** Runs an insertion; a key that is there already means that somebody else was first. */
export async function firstComeFirst<Result>(insert: () => Promise<Result>): Promise<Result> {
  try {
    return await insert();
  } catch (error) {
    throw isDuplicateKey(error) ? new Contended() : error;
  }
}

/** Of so many writers at once each comes to its turn; more is a fault. */
const MOST_ATTEMPTS = 100;

/** Reads, decides and writes; anew as often as somebody else was faster. */
export async function decide<Read, Result>(
  read: (attempt: number) => Promise<Read>,
  write: (found: Read, attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(await read(attempt), attempt);
    } catch (error) {
      if (!(error instanceof Contended)) throw error;
      if (attempt === MOST_ATTEMPTS) throw partDown('store', error);
    }
  }
}
