import { buildApplicant, type TestEnvironment } from '@archaka/test-kit';
import type { Client } from 'undici';
import type { ByRoute } from './routes.ts';

/** A session may make 100 calls a second. */
const SESSIONS = 40;

/** Asks for the applicant's draft: a query that its service answers from the store. */
export type SendRequest = (index: number) => Promise<void>;

function createRequestSender(client: Client, headers: readonly Record<string, string>[]): SendRequest {
  return async (index) => {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: '/api/dashboard/getsaveformdata',
      headers: { 'content-type': 'application/json', ...headers[index % headers.length] },
      body: '{}',
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  };
}

export async function createRequestSenders(
  { auth, authorizeUser, urls }: TestEnvironment,
  clients: ByRoute<Client>,
): Promise<ByRoute<SendRequest>> {
  const users = Array.from({ length: SESSIONS }, () => buildApplicant());
  const tokenHeaders = await Promise.all(users.map((user) => authorizeUser(user, 'svc-application')));
  const cookieHeaders = users.map((user) => ({ cookie: auth.createSessionCookie(user), origin: urls.shell }));
  return {
    direct: createRequestSender(clients.direct, tokenHeaders),
    bare: createRequestSender(clients.bare, tokenHeaders),
    gateway: createRequestSender(clients.gateway, cookieHeaders),
  };
}
