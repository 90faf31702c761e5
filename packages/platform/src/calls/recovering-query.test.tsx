import { getDistricts, saveDraft } from '@archaka/contracts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { portalStore } from '../store/portal-store.ts';
import { callMutation, callQuery } from './call-endpoint.ts';
import { createPortalApi } from './portal-api.ts';

const api = createPortalApi({
  name: 'recovering',
  endpoints: (build) => ({
    districts: callQuery(build, getDistricts),
    save: callMutation(build, saveDraft),
  }),
});

const found = { status: 200, data: [{ id: 1, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' }] };
const problem = (status: number) => Response.json({ code: 'x', title: 'x' }, { status });
const asked = jest.fn();
let answer: () => Response;
globalThis.fetch = async (address, init) => {
  asked(String(address));
  init?.signal?.throwIfAborted();
  return answer();
};
beforeEach(() => {
  jest.useFakeTimers();
  asked.mockClear();
});
afterEach(async () => {
  // What still tries finds nothing that failed, and is over.
  portalStore.dispatch(api.util.resetApiState());
  await jest.advanceTimersByTimeAsync(120_000);
  jest.useRealTimers();
});

const ask = () => portalStore.dispatch(api.endpoints.districts.initiate(undefined));
const entry = () => api.endpoints.districts.select(undefined)(portalStore.getState() as never);
const alert = () => portalStore.getState().messages.alert;

test.each([
  ['is down', () => problem(503)],
  ['answers with a page', () => new Response('<!doctype html>')],
  ['does not know the call yet', () => problem(404)],
])('when a service %s, then a query is asked again until it has its answer', async (_how, failing) => {
  answer = failing;
  await ask();
  await jest.advanceTimersByTimeAsync(8000);
  expect(asked.mock.calls.length).toBeGreaterThan(1);
  expect(entry().isError).toBe(true);
  answer = () => Response.json(found);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(entry().data).toEqual(found);
  asked.mockClear();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(asked).not.toHaveBeenCalled();
});

test('a failure is said once, not at each try', async () => {
  answer = () => problem(503);
  await ask();
  expect(alert()).not.toBeNull();
  await jest.advanceTimersByTimeAsync(1500);
  const alerts: unknown[] = [];
  const stop = portalStore.subscribe(() => alerts.push(alert()));
  await jest.advanceTimersByTimeAsync(30_000);
  stop();
  expect(asked.mock.calls.length).toBeGreaterThan(2);
  expect(alerts.filter(Boolean)).toEqual([]);
});

test.each([400, 401, 403, 429])('a refusal (%d) stays as it is', async (status) => {
  answer = () => problem(status);
  await ask();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a command is never repeated unasked', async () => {
  answer = () => problem(503);
  const form = {} as Parameters<typeof api.endpoints.save.initiate>[0];
  await portalStore.dispatch(api.endpoints.save.initiate(form));
  await jest.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a query that has no answer within 10 s counts as failed', async () => {
  const hanging = globalThis.fetch;
  globalThis.fetch = (_address, init) =>
    new Promise((_pass, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('aborted'))));
  void ask();
  await jest.advanceTimersByTimeAsync(9999);
  expect(entry().isLoading).toBe(true);
  await jest.advanceTimersByTimeAsync(1);
  expect(entry().error).toEqual({ kind: 'unexpected' });
  globalThis.fetch = hanging;
});
