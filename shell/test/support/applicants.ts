import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { json, published } from './fake-services.ts';
import { type RunningShell, startShell } from './running-shell.ts';

/** A shell before services that know sessions and tell the headers they got. */
export interface ShellWithApplicants extends RunningShell {
  /** Session ids svc-auth knows. */
  readonly sessions: Set<string>;
  readonly newSession: () => string;
  readonly post: (path: string, headers?: Record<string, string>) => Promise<Response>;
}

const calls = [
  published('getdraft', 'query', 'required'),
  published('savedraft', 'command', 'required'),
  published('open', 'query'),
];

/** @param env beside the variables that every shell needs */
export async function shellWithApplicants(env: Record<string, string> = {}): Promise<ShellWithApplicants> {
  const shell = await startShell({
    env,
    publish: {
      auth: { calls: [published('logout', 'idempotent')] },
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
  for (const { path } of calls) {
    shell.services.application.on(path, (request, response) => json(response, 200, request.headers));
  }
  return {
    ...shell,
    sessions,
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

export const cookieOf = (id: string) => ({ cookie: `archaka_session=${id}` });
