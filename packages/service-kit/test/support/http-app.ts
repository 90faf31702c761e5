import { pino } from 'pino';
import type { Authenticator } from '../../src/auth/authenticator.ts';
import { unauthorized } from '../../src/errors.ts';
import { createApp } from '../../src/http/app.ts';
import type { CallHandler } from '../../src/http/call-handler.ts';
import { registerCallRoutes } from '../../src/http/call-routes.ts';
import { listen } from '../../src/http/listen.ts';
import type { Log } from '../../src/log.ts';
import { toDependencyError } from '../../src/persistence/database-errors.ts';
import { examination } from './examination.ts';

export const PORTAL = 'http://localhost:8080';
export const user = { id: 'u1', number: '9876543210', name: 'Ravi', sid: 's1' };

/** Accepts any client that sends `Bearer user` or `Bearer service`. */
const authenticator: Authenticator = {
  authenticateUser: async ({ headers }) => {
    if (headers.authorization !== 'Bearer user') throw unauthorized();
    return user;
  },
  authenticateService: async ({ headers }) => {
    if (headers.authorization !== 'Bearer service') throw unauthorized();
    return 'svc-application';
  },
  isForwarded: async () => false,
};

const silentLog: Log = pino({ level: 'silent' });

interface CallServerOptions {
  readonly handlers: readonly CallHandler[];
  readonly log?: Log;
}

/** Starts an app of service-kit with some calls on a free port. */
export async function startCallServer({ handlers, log = silentLog }: CallServerOptions) {
  const context = { portalOrigin: PORTAL, examination, authenticator };
  const app = createApp({
    log,
    mapError: toDependencyError,
    routes: (router) => registerCallRoutes(router, handlers, context),
  });
  const server = await listen(app, { port: 0 });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    ...server,
    url,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}
