import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { authCookies, exchangeSession, findOperator, toCallPath } from '@archaka/contracts';
import { SignJWT } from 'jose';
import type { Applicant } from '../builders/people.ts';
import { createKey, toPublicKey } from '../keys.ts';

export type Account = Pick<Applicant, 'id' | 'number' | 'name'>;

const TOKEN_MS = 15 * 60_000;

export type FakeAuth = Awaited<ReturnType<typeof startFakeAuth>>;

/**
 * Fake svc-auth at AUTH_URL: publishes a key, signs tokens in svc-auth's name, exchanges sessions.
 * @param now clock of the tokens' times
 */
export async function startFakeAuth(port: number, now = () => new Date()) {
  const key = await createKey(`fake-${port}`);
  const sessions = new Map<string, Account>();
  const getExpiry = () => new Date(now().getTime() + TOKEN_MS);

  const issueToken = ({ id, number, name }: Account, audience: string, sessionId = id) =>
    new SignJWT({ number, name, sid: createHash('sha256').update(sessionId).digest('hex') })
      .setProtectedHeader({ alg: 'ES256', kid: `fake-${port}` })
      .setIssuer('svc-auth')
      .setAudience(audience)
      .setSubject(id)
      .setIssuedAt(now())
      .setExpirationTime(getExpiry())
      .sign(key);

  let exchanges = 0;
  async function exchange(request: IncomingMessage, response: ServerResponse) {
    exchanges += 1;
    const { session_id, audience } = exchangeSession.request.parse(JSON.parse(await text(request)));
    const account = sessions.get(session_id);
    if (!account)
      return respond(response, 404, {
        type: 'about:blank',
        title: 'Not found',
        status: 404,
        code: 'not-found',
      });
    const tokenData = {
      token: await issueToken(account, audience, session_id),
      user_id: account.id,
      expires_at: getExpiry().toISOString(),
    };
    respond(response, 200, { status: 200, data: [tokenData] });
  }

  const server = createServer((request, response) => {
    if (request.url === '/.well-known/jwks.json') return respond(response, 200, { keys: [toPublicKey(key)] });
    if (request.url === toCallPath(exchangeSession)) return exchange(request, response);
    // It has no accounts of operators: the roles of a token hold.
    if (request.url === toCallPath(findOperator)) return respond(response, 200, { status: 200, data: [] });
    if (request.url === '/contract')
      return respond(response, 200, { service: 'auth', version: 'fake', calls: [], routes: [] });
    respond(response, request.url === '/readyz' ? 200 : 404, {});
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );

  return {
    /** A token as the gateway sends it to `audience`, e.g. `svc-application`. */
    issueToken,
    /** Opens a session; returns its cookie in the format of a request header. */
    createSessionCookie: (account: Account): string => {
      const id = randomUUID();
      sessions.set(id, account);
      return `${authCookies.session}=${id}`;
    },
    /** Ends every session of an account. */
    endSessions: (accountId: string) => {
      for (const [id, account] of sessions) if (account.id === accountId) sessions.delete(id);
    },
    /** Exchanges of sessions so far. */
    countExchanges: () => exchanges,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': status < 400 ? 'application/json' : 'application/problem+json',
  });
  response.end(JSON.stringify(body));
}
