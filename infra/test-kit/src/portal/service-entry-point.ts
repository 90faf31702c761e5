import {
  calls,
  exchangeSession,
  type PublicRoute,
  readSessionId,
  routes,
  toCallPath,
} from '@archaka/contracts';
import type { TestEnvironment } from '../services/environment.ts';
import type { PortalEntryPoint } from './applicant-session.ts';

interface CallAddress extends Pick<PublicRoute, 'service' | 'session'> {
  readonly pattern: RegExp;
}

const toPattern = (path: string) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`);
const addresses: readonly CallAddress[] = [
  ...calls.flatMap(({ session, ...call }) =>
    session === 'service'
      ? []
      : [{ service: call.service, session, pattern: toPattern(toCallPath({ session, ...call })) }],
  ),
  ...Object.values<PublicRoute>(routes).map(({ service, session, path }) => ({
    service,
    session,
    pattern: toPattern(path),
  })),
];

/** Replaces the gateway for the services of an environment: finds the service of an address, and exchanges the session. */
export const createServiceEntryPoint = (environment: TestEnvironment): PortalEntryPoint => ({
  origin: environment.urls.shell,
  async send(path, { headers, ...init }) {
    const { service, session } = findOwner(path);
    if (session === 'required') {
      const token = await fetchToken(environment, headers.get('cookie') ?? '', `svc-${service}`);
      if (token) headers.set('authorization', `Bearer ${token}`);
    }
    return fetch(`${environment.urls[service]}${path}`, { ...init, headers });
  },
});

function findOwner(path: string): CallAddress {
  const { pathname } = new URL(path, 'http://portal.example');
  const owner = addresses.find(({ pattern }) => pattern.test(pathname));
  if (!owner) throw new Error(`No service has ${pathname}.`);
  return owner;
}

/** The token of svc-auth, or of its fake, for the session; undefined for an ended one. */
async function fetchToken(
  environment: TestEnvironment,
  cookie: string,
  audience: string,
): Promise<string | undefined> {
  const session_id = readSessionId(cookie, environment.urls.shell);
  if (!session_id) return undefined;
  const response = await fetch(`${environment.authUrl}${toCallPath(exchangeSession)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await environment.authorizeService('shell', 'svc-auth', exchangeSession.name)),
    },
    body: JSON.stringify({ session_id, audience }),
  });
  if (!response.ok) return undefined;
  return exchangeSession.response.body.parse(await response.json()).data?.[0]?.token;
}
