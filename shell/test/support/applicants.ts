import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { buildCall, type Handler, json } from './fake-services.ts';
import { type RunningShell, startShell } from './running-shell.ts';

/** A shell with services that know sessions and echo the received headers. */
export interface ShellWithApplicants extends RunningShell {
  /** Session ids svc-auth knows. */
  readonly sessions: Set<string>;
  readonly newSession: () => string;
  /** svc-auth's response to the check of sessions, which a test may replace. */
  readonly respondEndedSessions: Handler;
  readonly post: (path: string, headers?: Record<string, string>) => Promise<Response>;
}

const calls = [
  buildCall('getdraft', 'query', 'required'),
  buildCall('savedraft', 'command', 'required'),
  buildCall('open', 'query'),
];

/** @param env in addition to the required variables */
export async function startShellWithApplicants(
  env: Record<string, string> = {},
): Promise<ShellWithApplicants> {
  const shell = await startShell({
    env,
    contracts: {
      auth: { calls: [buildCall('logout', 'idempotent')] },
      payment: { routes: [{ method: 'POST', path: '/api/payment/webhook', session: 'none' }] },
      application: {
        calls,
        routes: [
          { method: 'GET', path: '/api/updates', session: 'required' },
          { method: 'POST', path: '/api/documents', session: 'required' },
          { method: 'GET', path: '/api/documents/:id', session: 'required' },
          { method: 'PATCH', path: '/api/uploads/:id', session: 'required' },
        ],
      },
    },
  });
  const sessions = new Set<string>();
  shell.services.auth.on('/internal/exchangesession', async (request, response) => {
    const { session_id, audience } = JSON.parse((await buffer(request)).toString());
    if (!sessions.has(session_id)) return json(response, 404, { title: 'unknown' });
    const expires_at = new Date(Date.now() + 900_000).toISOString();
    const token = `token.${session_id}.${audience}`;
    json(response, 200, { status: 200, data: [{ token, user_id: 'u1', expires_at }] });
  });
  const respondEndedSessions: Handler = async (request, response) => {
    const { session_ids } = JSON.parse((await buffer(request)).toString()) as { session_ids: string[] };
    const ended = session_ids.filter((id) => !sessions.has(id));
    json(response, 200, { status: 200, data: ended.map((session_id) => ({ session_id })) });
  };
  shell.services.auth.on('/internal/endedsessions', respondEndedSessions);
  for (const { path } of calls) {
    shell.services.application.on(path, (request, response) => json(response, 200, request.headers));
  }
  return {
    ...shell,
    sessions,
    respondEndedSessions,
    newSession() {
      const id = randomBytes(16).toString('hex');
      sessions.add(id);
      return id;
    },
    post: (path, headers = {}) =>
      fetch(shell.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      }),
  };
}

export const toCookie = (id: string) => ({ cookie: `archaka_session=${id}` });
