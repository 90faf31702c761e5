import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { onNotice } from '../notices/notices.ts';
import { portalStore } from '../store/portal-store.ts';
import { loadSession, showUser, showVisitor } from './session.ts';

const applicant = { id: 'u1', number: '9000000000', name: 'Sita' };
const request = jest.fn();
let respond: () => Response;

beforeEach(() => {
  jest.useFakeTimers();
  showVisitor();
  request.mockReset();
  globalThis.fetch = async () => {
    request();
    return respond();
  };
});
afterEach(() => jest.useRealTimers());

const readUser = () => portalStore.getState().user.user;

test('shows the owner of the session, fetched once for the page', async () => {
  respond = () => Response.json({ status: 200, data: [applicant] });
  await Promise.all([loadSession(), loadSession()]);
  await loadSession();
  expect(readUser()).toEqual(applicant);
  expect(request).toHaveBeenCalledTimes(1);
});

test('treats a person whose session ended as a visitor, without asking to sign in', async () => {
  const onSignInNeeded = jest.fn();
  const unsubscribe = onNotice('sign-in-needed', onSignInNeeded);
  showUser(applicant);
  respond = () => Response.json({}, { status: 401 });
  await loadSession();
  unsubscribe();
  expect(readUser()).toBeNull();
  expect(localStorage.getItem('usr_id')).toBeNull();
  expect(onSignInNeeded).not.toHaveBeenCalled();
});

test('shows nobody signed in while the data of a sign-up are to be confirmed', async () => {
  showUser(applicant);
  respond = () => Response.json({ status: 200, data: [{ ...applicant, is_unconfirmed: true }] });
  await loadSession();
  expect(readUser()).toBeNull();
});

test('leaves the page unchanged while svc-auth is down, and retries automatically', async () => {
  showUser(applicant);
  respond = () => Response.json({}, { status: 503 });
  await loadSession();
  await jest.advanceTimersByTimeAsync(3000);
  expect(readUser()).toEqual(applicant);
  expect(request.mock.calls.length).toBeGreaterThan(1);

  respond = () => Response.json({}, { status: 401 });
  await jest.advanceTimersByTimeAsync(20_000);

  expect(readUser()).toBeNull();
});
