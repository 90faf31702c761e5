import { dependencyUnavailable } from '../errors.ts';
import { isDuplicateKey } from './database-errors.ts';

/** Due at once, regardless of the machine's clock. */
export const DUE_NOW = new Date(0);

/** By the database's clock, since the clocks of instances differ. */
export const fromNow = (ms: number | string) => ({ $add: ['$$NOW', ms] });

/** For a write that may be lost at a failover, because it is then repeated or was not needed. Say there which. */
export const PRIMARY_ONLY = { writeConcern: { w: 1 } } as const;

/** Signals a concurrent write. The caller re-reads and retries. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/** @throws WriteConflict for a duplicate key. */
export async function mapDuplicateKey<Result>(insert: () => Promise<Result>): Promise<Result> {
  try {
    return await insert();
  } catch (error) {
    throw isDuplicateKey(error) ? new WriteConflict() : error;
  }
}

/** @returns false when another row has a key of this one */
export async function writeUnlessDuplicate(write: PromiseLike<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Enough for every concurrent writer to succeed; more attempts indicate a fault. */
export const MAX_ATTEMPTS = 100;

/** Reads and writes; retries on a write conflict. */
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

/** What is to be read or written together: pages of this size and a last one, which may be empty. */
export async function* toPages<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<readonly Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  yield page;
}
