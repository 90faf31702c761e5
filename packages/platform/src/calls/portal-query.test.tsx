import { getDistricts, saveDraft } from '@archaka/contracts/calls';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { closeAlert } from '../messages/show-message.ts';
import { onNotice, sendNotice, useRefetchOnUpdate } from '../notices/notices.ts';
import { showUser } from '../session/session.ts';
import { portalStore } from '../store/portal-store.ts';
import { PortalFrame } from '../testing/portal-frame.tsx';
import { callMutation, callQuery, createPortalApi } from './portal-api.ts';

const createTestApi = (name: string) =>
  createPortalApi({
    name,
    endpoints: (build) => ({
      districts: callQuery(build, getDistricts),
      quietDistricts: callQuery(build, getDistricts, { quiet: true, background: true }),
      save: callMutation(build, saveDraft),
    }),
  });

const api = createTestApi('test');
const [, reloadedApi] = [createTestApi('again'), createTestApi('again')];

function Districts() {
  const query = reloadedApi.useDistrictsQuery(undefined);
  useRefetchOnUpdate(query);
  const { data } = query;
  return <p>{data?.data?.[0]?.distrct_nm}</p>;
}

let responses: (Response | Promise<Response>)[] = [];
const requestSpy = jest.fn();
globalThis.fetch = async (address, init) => {
  requestSpy(String(address), init?.method, init?.body);
  const response = responses.shift();
  if (!response) throw new TypeError('Failed to fetch');
  return response;
};
afterEach(() => {
  cleanup();
  portalStore.dispatch(api.util.resetApiState());
  portalStore.dispatch(reloadedApi.util.resetApiState());
  responses = [];
  requestSpy.mockReset();
});

const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const fetchDistricts = () =>
  portalStore.dispatch(api.endpoints.districts.initiate(undefined, { forceRefetch: true }));
const messages = () => portalStore.getState().messages;

test('posts a call under its wire name', async () => {
  responses = [Response.json({ status: 200 })];
  const form = { name: 'Rama' } as Parameters<typeof api.endpoints.save.initiate>[0];
  await portalStore.dispatch(api.endpoints.save.initiate(form));
  expect(requestSpy).toHaveBeenCalledWith('/api/dashboard/saveapplicationform', 'POST', '{"name":"Rama"}');
});

test('fetches a public list with browser caching and a typed response', async () => {
  responses = [
    Response.json({ status: 200, data: [{ id: 1, distrct_nm: 'Krishna', distrct_nm_te: 'కృష్ణా' }] }),
  ];
  const { data } = await fetchDistricts();
  expect(requestSpy).toHaveBeenCalledWith('/api/dashboard/getdistrict', undefined, undefined);
  expect(data?.data?.[0]?.distrct_nm).toBe('Krishna');
});

test('returns a business error as a response', async () => {
  responses = [Response.json({ status: 420, message: 'Already Application registered this Mobile Number' })];
  const form = {} as Parameters<typeof api.endpoints.save.initiate>[0];
  const { data } = await portalStore.dispatch(api.endpoints.save.initiate(form));
  expect(data).toMatchObject({ status: 420 });
});

test('shows the title of an invalid body [S-8.25]', async () => {
  const errors = [{ field: 'name', message: 'Please Enter name' }];
  responses = [problem(400, { title: 'Please Enter name', errors })];
  const { error } = await fetchDistricts();
  expect(error).toEqual({ kind: 'invalid', title: 'Please Enter name', errors });
  expect(messages().toasts.at(-1)?.message).toBe('Please Enter name');
});

test('asks to sign in in place without a session, without an alert', async () => {
  const onSignInNeeded = jest.fn();
  const unsubscribe = onNotice('sign-in-needed', onSignInNeeded);
  responses = [problem(401, { title: 'Please sign in.' })];
  await fetchDistricts();
  unsubscribe();
  expect(onSignInNeeded).toHaveBeenCalledTimes(1);
  expect(messages().alert).toBeNull();
});

const applicant = { id: 'user-1', number: '9876543210', name: 'Sita' };

test.each([
  ['the same applicant signs in again', () => sendNotice('signed-in', applicant), 2],
  ['another applicant signs in', () => sendNotice('signed-in', { ...applicant, id: 'user-2' }), 1],
  ['the sign-in is closed', () => sendNotice('sign-in-left', undefined), 1],
])('continues a press without a session only for the same applicant: %s', async (_who, signIn, times) => {
  showUser(applicant);
  responses = [problem(401, { title: 'Please sign in.' }), Response.json({ status: 200 })];
  const form = {} as Parameters<typeof api.endpoints.save.initiate>[0];
  const pendingSave = portalStore.dispatch(api.endpoints.save.initiate(form));
  await waitFor(() => expect(portalStore.getState().busy.calls).toBe(0));
  expect(requestSpy).toHaveBeenCalledTimes(1);

  signIn();

  const { data, error } = await pendingSave;
  expect(requestSpy).toHaveBeenCalledTimes(times);
  if (times === 2) expect(data).toEqual({ status: 200 });
  else expect(error).toEqual({ kind: 'signed-out' });
});

test.each([
  [409, { code: 'conflict', title: 'Newer.' }, { kind: 'conflict', title: 'Newer.', errors: [] }],
  [
    409,
    { code: 'notice-changed', title: 'Changed.', privacy_notice: { version: 2 } },
    { kind: 'invalid', title: 'Changed.', errors: [], notice: { version: 2 } },
  ],
  [403, { code: 'closed', title: 'Over.' }, { kind: 'closed', title: 'Over.' }],
  [403, { code: 'edits-closed', title: 'Over.' }, { kind: 'closed', title: 'Over.' }],
  [403, { code: 'forbidden', title: 'Not yours.' }, { kind: 'forbidden' }],
])('distinguishes the response %d %j', async (status, body, kind) => {
  responses = [problem(status, body)];
  const { error } = await fetchDistricts();
  expect(error).toEqual(kind);
});

test('states when to retry after too many calls [S-8.27]', async () => {
  responses = [problem(429, {}, { 'retry-after': '90' })];
  const { error } = await fetchDistricts();
  expect(error).toEqual({ kind: 'too-many', retryAfter: 90 });
  expect(messages().toasts.at(-1)?.message).toMatchObject({ values: { minutes: 2 } });
});

test('shows the catalogue’s alert for 1.5 s after any other failure [S-8.1] [S-8.2] [S-9.15]', async () => {
  jest.useFakeTimers();
  try {
    for (const failing of [problem(503, {}), new Response('<html>', { status: 200 }), undefined]) {
      responses = failing ? [failing] : [];
      const { error } = await fetchDistricts();
      expect(error).toEqual({ kind: 'unexpected' });
      expect(messages().alert).toMatchObject({ title: 'Oops...', text: 'Something went wrong!' });
      portalStore.dispatch(api.util.resetApiState());
      jest.advanceTimersToNextFrame();
      jest.advanceTimersByTime(1499);
      expect(messages().alert).not.toBeNull();
      jest.advanceTimersByTime(1);
      expect(messages().alert).toBeNull();
    }
  } finally {
    jest.useRealTimers();
  }
});

test('keeps the message of a failed press after the alert, until the next success', async () => {
  const form = {} as Parameters<typeof api.endpoints.save.initiate>[0];
  responses = [problem(503, {})];
  await portalStore.dispatch(api.endpoints.save.initiate(form));
  closeAlert();
  expect(messages().explanation?.text).toMatchObject({
    message: expect.stringMatching(/What you filled in is still here. Please try again/),
  });
  responses = [Response.json({ status: 200 })];
  await portalStore.dispatch(api.endpoints.save.initiate(form));
  expect(messages().explanation).toBeNull();
});

test('shows nothing when a quiet call fails', async () => {
  responses = [problem(503, {})];
  await portalStore.dispatch(api.endpoints.quietDistricts.initiate(undefined));
  expect(messages().alert).toBeNull();
});

test('marks the page as busy while a call runs', async () => {
  const countRunningCalls = () => portalStore.getState().busy.calls;
  const busyDuringRequest: number[] = [];
  requestSpy.mockImplementation(() => busyDuringRequest.push(countRunningCalls()));
  responses = [Response.json({ status: 200 })];
  const form = {} as Parameters<typeof api.endpoints.save.initiate>[0];
  await portalStore.dispatch(api.endpoints.save.initiate(form));
  expect(busyDuringRequest).toEqual([1]);
  expect(countRunningCalls()).toBe(0);
});

test('replaces the api of a remote that is loaded again', async () => {
  responses = [
    Response.json({ status: 200, data: [{ id: 1, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' }] }),
  ];
  render(
    <PortalFrame>
      <Districts />
    </PortalFrame>,
  );
  await waitFor(() => expect(screen.getByText('Guntur')).toBeTruthy());
  expect(requestSpy).toHaveBeenCalledTimes(1);
});

test('states offline that a command failed and what to do, but not for a query', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  await fetchDistricts();
  expect(messages().explanation).toBeNull();
  const form = { name: 'Rama' } as Parameters<typeof api.endpoints.save.initiate>[0];
  await portalStore.dispatch(api.endpoints.save.initiate(form));
  expect(messages().explanation?.text).toMatchObject({
    message: expect.stringContaining('There is no network'),
  });
  expect(messages().alert?.title).toBe('Oops...');
  Reflect.deleteProperty(navigator, 'onLine');
});

const named = (distrct_nm: string) => Response.json({ status: 200, data: [{ id: 1, distrct_nm }] });

/** A page whose second response, after a change, is still to come. */
async function openRefetchingPage() {
  const older = Promise.withResolvers<Response>();
  responses = [named('first'), older.promise];
  const { unmount } = render(
    <PortalFrame>
      <Districts />
    </PortalFrame>,
  );
  await screen.findByText('first');
  act(() => sendNotice('updates-connected', undefined));
  act(() => sendNotice('payment-changed', {}));
  expect(requestSpy).toHaveBeenCalledTimes(2);
  return { older, unmount };
}

test('a change that is reported while a refetch is in flight is fetched after it', async () => {
  const { older } = await openRefetchingPage();
  responses = [named('changed')];
  older.resolve(named('first'));
  await screen.findByText('changed');
});

test('fetches nothing after a refetch in flight once the page is left', async () => {
  const onFault = jest.fn();
  process.on('unhandledRejection', onFault);
  const { older, unmount } = await openRefetchingPage();
  unmount();
  older.resolve(named('first'));
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  process.off('unhandledRejection', onFault);
  expect([onFault.mock.calls, requestSpy.mock.calls.length]).toEqual([[], 2]);
});
