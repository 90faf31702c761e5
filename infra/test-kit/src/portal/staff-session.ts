import { signInStaff, toCallPath } from '@archaka/contracts';
import { createCode, deriveLocalStaff, toStep } from '@archaka/service-kit/operators';
import type { TestEnvironment } from '../services/environment.ts';
import { createCookieJar, type DashboardResponse } from './applicant-session.ts';

export interface StaffSession {
  /** POST to a call of the desk. */
  readonly call: (name: string, body?: object) => Promise<DashboardResponse>;
  readonly fetch: (path: string) => Promise<Response>;
}

/**
 * Signs a member of a local portal's staff in. A code is valid once: pass the step of another one for a further session
 * of the same member. @param localSecret LOCAL_STAFF_SECRET of the portal
 */
export async function signInLocalStaff(
  origin: { readonly url: string; readonly portal: string },
  localSecret: string,
  name: string,
  step = toStep(new Date()),
): Promise<StaffSession> {
  const member = deriveLocalStaff(localSecret).find((each) => each.name === name);
  if (!member) throw new Error(`no local member of the staff is called ${name}`);
  const jar = createCookieJar();
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', jar.toHeader());
    const response = await fetch(`${origin.url}${path}`, { ...init, headers });
    jar.storeFrom(response.headers);
    return response;
  };
  const call = async (callName: string, body: object = {}): Promise<DashboardResponse> => {
    const response = await send(toCallPath({ name: callName, session: 'staff' }), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: origin.portal },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return {
      http: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const credentials = { name, password: member.password, code: createCode(member.secret, step) };
  const { body } = await call(signInStaff.name, credentials);
  if (body.status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(body)}`);
  return { call, fetch: (path) => send(path) };
}

/** Signs several members of a local portal's staff in. @returns the session of one of them by name */
export async function signInLocalTeam(
  portal: {
    readonly services: { readonly desk: { readonly url: string } };
    readonly environment: {
      readonly urls: Pick<TestEnvironment['urls'], 'shell'>;
      readonly secrets: Pick<TestEnvironment['secrets'], 'LOCAL_STAFF_SECRET'>;
    };
  },
  names: readonly string[],
): Promise<(name: string) => StaffSession> {
  const { urls, secrets } = portal.environment;
  const origin = { url: portal.services.desk.url, portal: urls.shell };
  const step = toStep(new Date());
  const sessions = new Map<string, StaffSession>();
  for (const name of names)
    sessions.set(name, await signInLocalStaff(origin, secrets.LOCAL_STAFF_SECRET, name, step));
  return (name) => {
    const session = sessions.get(name);
    if (!session) throw new Error(`${name} is not signed in`);
    return session;
  };
}
