import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ApplicantSession, buildSignUp, createApplicantSession } from '@archaka/test-kit';

/**
 * The gateway's timeout of idle connections, shorter than a component drains. A stopping component closes idle ones, and a
 * client cannot know whether a request at that moment was received (RFC 9112, 9.3.1).
 */
const IDLE_TIMEOUT_MS = 4000;

const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });

function sendRequest(url: string, { method = 'GET', headers, body }: RequestInit): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const clientRequest = request(url, { agent, method, headers: Object.fromEntries(new Headers(headers)) });
  clientRequest.once('response', resolve).once('error', reject);
  clientRequest.end(typeof body === 'string' ? body : undefined);
  return promise;
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

/** Like `fetch` of a text, but reuses idle connections only for a short time. */
export async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const incoming = await sendRequest(url, init);
  return new Response(await buffer(incoming), {
    status: incoming.statusCode ?? 0,
    headers: toHeaders(incoming),
  });
}

/** A visitor of the portal at `origin`, not signed up yet. */
export const createVisitorSession = (origin: string): ApplicantSession =>
  createApplicantSession({ origin, send: (path, init) => send(origin + path, init) });

/** A new applicant who has signed up and signed in. */
export async function registerApplicant(origin: string): Promise<ApplicantSession> {
  const session = createVisitorSession(origin);
  await session.call('submitsignup', buildSignUp(session.person));
  await session.signIn();
  return session;
}
