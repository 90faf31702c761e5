import { countDeskVisit, toCallPath } from '@archaka/contracts';
import { buildApplicant, type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let desk: RunningService;

beforeAll(async () => {
  desk = await startService('svc-desk');
});
afterAll(() => desk.environment.close());

const visit = (headers: Record<string, string>): Promise<Response> =>
  fetch(desk.url + toCallPath(countDeskVisit), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

async function countVisit(headers: Record<string, string>): Promise<number | undefined> {
  const response = countDeskVisit.response.body.parse(await (await visit(headers)).json());
  return response.data?.[0]?.visits;
}

test("counts an applicant's visits only", async () => {
  const [one, other] = await Promise.all(
    [buildApplicant(), buildApplicant()].map((person) => desk.environment.authorizeUser(person, 'svc-desk')),
  );
  if (!one || !other) throw new Error('nobody is signed in');
  expect([await countVisit(one), await countVisit(one), await countVisit(other)]).toEqual([1, 2, 1]);
});

test('counts all concurrent visits', async () => {
  const headers = await desk.environment.authorizeUser(buildApplicant(), 'svc-desk');
  const counted = await Promise.all(Array.from({ length: 10 }, () => countVisit(headers)));
  expect(counted.sort((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('rejects a visitor who is not signed in', async () => {
  expect((await visit({})).status).toBe(401);
});
