import { applicant, type Stage } from '@archaka/test-kit';
import type { Client } from 'undici';
import type { Ways } from './ways.ts';

/** A session may make 100 calls a second. */
const SESSIONS = 40;

/** Asks for the applicant's draft: a query that its service answers from the store. */
export type Ask = (which: number) => Promise<void>;

function asker(client: Client, headers: readonly Record<string, string>[]): Ask {
  return async (which) => {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: '/api/dashboard/getsaveformdata',
      headers: { 'content-type': 'application/json', ...headers[which % headers.length] },
      body: '{}',
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  };
}

export async function askers({ auth, signedIn, urls }: Stage, clients: Ways<Client>): Promise<Ways<Ask>> {
  const people = Array.from({ length: SESSIONS }, () => applicant());
  const withTokens = await Promise.all(people.map((one) => signedIn(one, 'svc-application')));
  const withCookies = people.map((one) => ({ cookie: auth.cookie(one), origin: urls.shell }));
  return {
    direct: asker(clients.direct, withTokens),
    bare: asker(clients.bare, withTokens),
    gateway: asker(clients.gateway, withCookies),
  };
}
