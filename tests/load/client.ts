import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ApplicantSession, enter, signUp } from '@archaka/test-kit';

/**
 * As the gateway keeps an idle connection: for less than a part drains. A part that leaves closes idle ones, and nobody
 * can know whether it still heard what went out at that moment (RFC 9112, 9.3.1).
 */
const IDLE_MS = 4000;

const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

function answerTo(url: string, { method = 'GET', headers, body }: RequestInit): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, { agent, method, headers: Object.fromEntries(new Headers(headers)) });
  sent.once('response', resolve).once('error', reject);
  sent.end(typeof body === 'string' ? body : undefined);
  return promise;
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Like `fetch` of a text, but keeps idle connections only for a short time. */
export async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await answerTo(url, init);
  return new Response(await buffer(answer), { status: answer.statusCode ?? 0, headers: headersOf(answer) });
}

/** A visitor of the portal at `origin`, not signed up yet. */
export const visit = (origin: string): ApplicantSession =>
  enter({ origin, send: (path, init) => send(origin + path, init) });

/** Someone new who has signed up and signed in. */
export async function newcomer(origin: string): Promise<ApplicantSession> {
  const session = visit(origin);
  await session.call('submitsignup', signUp(session.person));
  await session.signIn();
  return session;
}
