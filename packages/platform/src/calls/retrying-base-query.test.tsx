import { getDistricts, saveDraft } from '@archaka/contracts/calls';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { portalStore } from '../store/portal-store.ts';
import { callMutation, callQuery, createPortalApi } from './portal-api.ts';

const api = createPortalApi({
  name: 'recovering',
  endpoints: (build) => ({
    districts: callQuery(build, getDistricts),
    save: callMutation(build, saveDraft),
  }),
});

const districts = { status: 200, data: [{ id: 1, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' }] };
const problem = (status: number) => Response.json({ code: 'x', title: 'x' }, { status });
const requestSpy = jest.fn();
let respond: () => Response;
globalThis.fetch = async (address, init) => {
  requestSpy(String(address));
  init?.signal?.throwIfAborted();
  return respond();
};
beforeEach(() => {
  jest.useFakeTimers();
  requestSpy.mockClear();
});
afterEach(async () => {
  // Ends pending retries: they find no failed query.
  portalStore.dispatch(api.util.resetApiState());
  await jest.advanceTimersByTimeAsync(120_000);
  jest.useRealTimers();
});

const fetchDistricts = () => portalStore.dispatch(api.endpoints.districts.initiate(undefined));
const readCacheEntry = () => api.endpoints.districts.select(undefined)(portalStore.getState() as never);
const readAlert = () => portalStore.getState().messages.alert;

test.each([
  ['is down', () => problem(503)],
  ['answers with a page', () => new Response('<!doctype html>')],
  ['does not know the call yet', () => problem(404)],
])('retries a query until it has its response when a service %s', async (_how, failing) => {
  respond = failing;
  await fetchDistricts();
  await jest.advanceTimersByTimeAsync(8000);
  expect(requestSpy.mock.calls.length).toBeGreaterThan(1);
  expect(readCacheEntry().isError).toBe(true);
  respond = () => Response.json(districts);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(readCacheEntry().data).toEqual(districts);
  requestSpy.mockClear();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(requestSpy).not.toHaveBeenCalled();
});

test('reports a failure once, not at each attempt', async () => {
  respond = () => problem(503);
  await fetchDistricts();
  expect(readAlert()).not.toBeNull();
  // Shown for 1.5 s from the next paint on.
  await jest.advanceTimersByTimeAsync(2000);
  expect(readAlert()).toBeNull();
  const alerts: unknown[] = [];
  const stop = portalStore.subscribe(() => alerts.push(readAlert()));
  await jest.advanceTimersByTimeAsync(30_000);
  stop();
  expect(requestSpy.mock.calls.length).toBeGreaterThan(2);
  expect(alerts.filter(Boolean)).toEqual([]);
});

test.each([400, 401, 403, 429])('does not retry a rejection (%d)', async (status) => {
  respond = () => problem(status);
  await fetchDistricts();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(requestSpy).toHaveBeenCalledTimes(1);
});

test('never repeats a command automatically', async () => {
  respond = () => problem(503);
  const form = {} as Parameters<typeof api.endpoints.save.initiate>[0];
  await portalStore.dispatch(api.endpoints.save.initiate(form));
  await jest.advanceTimersByTimeAsync(120_000);
  expect(requestSpy).toHaveBeenCalledTimes(1);
});

test('fails a query without a response within 10 s', async () => {
  const originalFetch = globalThis.fetch;
  globalThis.fetch = (_address, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  void fetchDistricts();
  await jest.advanceTimersByTimeAsync(9999);
  expect(readCacheEntry().isLoading).toBe(true);
  await jest.advanceTimersByTimeAsync(1);
  expect(readCacheEntry().error).toEqual({ kind: 'unexpected' });
  globalThis.fetch = originalFetch;
});
