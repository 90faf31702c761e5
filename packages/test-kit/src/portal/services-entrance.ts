import {
  applicationCalls,
  authCalls,
  type Call,
  exchangeSession,
  type PublicRoute,
  pathOf,
  paymentCalls,
  routes,
  ticketCalls,
} from '@archaka/contracts';
import type { Stage } from '../services/stage.ts';
import type { Entrance } from './applicant-session.ts';

interface Address extends Pick<PublicRoute, 'service' | 'session'> {
  readonly pattern: RegExp;
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`);
const calls: readonly Call[] = [...authCalls, ...applicationCalls, ...paymentCalls, ...ticketCalls];
const addresses: readonly Address[] = [
  ...calls.flatMap(({ session, ...call }) =>
    session === 'service'
      ? []
      : [{ service: call.service, session, pattern: patternOf(pathOf({ session, ...call })) }],
  ),
  ...Object.values<PublicRoute>(routes).map(({ service, session, path }) => ({
    service,
    session,
    pattern: patternOf(path),
  })),
];

/** Does for the services of a stage what the gateway does: finds whose an address is, and exchanges the session. */
export const entranceTo = (stage: Stage): Entrance => ({
  origin: stage.urls.shell,
  async send(path, { headers, ...init }) {
    const { service, session } = ownerOf(path);
    if (session === 'required') {
      const token = await tokenOf(stage, headers.get('cookie') ?? '', `svc-${service}`);
      if (token) headers.set('authorization', `Bearer ${token}`);
    }
    return fetch(`${stage.urls[service]}${path}`, { ...init, headers });
  },
});

function ownerOf(path: string): Address {
  const { pathname } = new URL(path, 'http://portal.example');
  const owner = addresses.find(({ pattern }) => pattern.test(pathname));
  if (!owner) throw new Error(`No service has ${pathname}.`);
  return owner;
}

/** The token that svc-auth, or the fake in its place, gives for the session; none for one that has ended. */
async function tokenOf(stage: Stage, cookie: string, audience: string): Promise<string | undefined> {
  const [, session_id] = /(?:^|; )archaka_session=([^;]+)/.exec(cookie) ?? [];
  if (!session_id) return undefined;
  const response = await fetch(`${stage.authUrl}${pathOf(exchangeSession)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await stage.asService('shell', 'svc-auth', exchangeSession.name)),
    },
    body: JSON.stringify({ session_id, audience }),
  });
  if (!response.ok) return undefined;
  return exchangeSession.answer.body.parse(await response.json()).data?.[0]?.token;
}
