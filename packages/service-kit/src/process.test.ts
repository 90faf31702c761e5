import { expect, test } from '@jest/globals';
import { createPendingParts } from './process.ts';

test('lists a part until it has stopped; one that fails to stop stays in the list', async () => {
  const { stopPart, list } = createPendingParts();
  const http = Promise.withResolvers<void>();
  const stoppedHttp = stopPart('http', http.promise);
  const stoppedJobs = stopPart('jobs', Promise.reject(new Error('lost its lease')));
  expect(list()).toEqual(['http', 'jobs']);
  http.resolve();
  await stoppedHttp;
  await expect(stoppedJobs).rejects.toThrow('lost its lease');
  expect(list()).toEqual(['jobs']);
});
