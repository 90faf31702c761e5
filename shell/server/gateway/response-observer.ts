import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Sessions } from '@archaka/service-kit/server';
import { isEventStream, renewWhileOpen } from './event-streams.ts';
import type { Route } from './route-table.ts';
import type { SessionMonitor } from './session-monitor.ts';
import { toAudience } from './upstreams.ts';

interface ObservedResponse {
  readonly route: Route;
  readonly sessionId: string | undefined;
  readonly response: ServerResponse;
}

interface ObserverOptions {
  readonly sessions: Sessions;
  readonly sessionMonitor: SessionMonitor;
}

/** Evicts a session that svc-auth has changed, and renews the token of an event stream. */
export const createResponseObserver =
  ({ sessions, sessionMonitor }: ObserverOptions) =>
  (
    { route: { service, needsSession }, sessionId, response }: ObservedResponse,
    headers: IncomingHttpHeaders,
  ): void => {
    if (!sessionId) return;
    if (service === 'auth' && headers['set-cookie']) sessions.forget(sessionId);
    if (!needsSession || !isEventStream(headers)) return;
    sessionMonitor.add(sessionId, response);
    const audience = toAudience(service);
    renewWhileOpen(response, () => sessions.tokenFor(sessionId, audience, { renewal: true }));
  };
