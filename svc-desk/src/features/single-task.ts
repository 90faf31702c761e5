import { tooMany } from '@archaka/service-kit';

/** Seconds until another file can be read. */
export const FILE_RETRY_S = 10;

/**
 * Runs one task at a time, where each takes much memory or many reads.
 * @param retrySeconds of the HttpProblem 429 that is thrown meanwhile
 */
export function createSingleTask(
  retrySeconds: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let isRunning = false;
  return async (task) => {
    if (isRunning) throw tooMany(retrySeconds);
    isRunning = true;
    try {
      return await task();
    } finally {
      isRunning = false;
    }
  };
}
