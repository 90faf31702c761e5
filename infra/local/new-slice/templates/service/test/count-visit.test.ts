import { countSampleVisit, toCallPath } from '@archaka/contracts';
import { buildApplicant, startService } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';

const sample = await startService('svc-sample');
afterAll(() => sample.environment.close());

const visit = (headers: Record<string, string>): Promise<Response> =>
  fetch(sample.url + toCallPath(countSampleVisit), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

async function countVisit(headers: Record<string, string>): Promise<number | undefined> {
  const response = countSampleVisit.response.body.parse(await (await visit(headers)).json());
  return response.data?.[0]?.visits;
}

test("counts an applicant's visits only", async () => {
  const [one, other] = await Promise.all(
    [buildApplicant(), buildApplicant()].map((person) =>
      sample.environment.authorizeUser(person, 'svc-sample'),
    ),
  );
  if (!one || !other) throw new Error('nobody is signed in');
  expect([await countVisit(one), await countVisit(one), await countVisit(other)]).toEqual([1, 2, 1]);
});

test('counts all concurrent visits', async () => {
  const headers = await sample.environment.authorizeUser(buildApplicant(), 'svc-sample');
  const counted = await Promise.all(Array.from({ length: 10 }, () => countVisit(headers)));
  expect(counted.sort((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('rejects a visitor who is not signed in', async () => {
  expect((await visit({})).status).toBe(401);
});
