import type { RequestListener } from 'node:http';
import {
  createRequestObserver,
  dependencyUnavailable,
  type Log,
  markObserved,
} from '@archaka/service-kit/server';
import { ClientGone, ConnectionFailed } from './forward.ts';
import { parsePath } from './parse-path.ts';
import type { DiscoveredRoutes } from './route-discovery.ts';
import { createServiceSender, type SenderOptions, type ServiceRequest } from './service-sender.ts';
import type { Failed } from './unrouted.ts';
import { toAudience } from './upstreams.ts';

interface GatewayOptions extends SenderOptions {
  readonly routes: DiscoveredRoutes;
  readonly log: Log;
}

interface Fallbacks {
  /** Handles requests outside of the services' routes. */
  readonly other: RequestListener;
  readonly failed: Failed;
}

/** Runs before Express, which costs as much as all the rest, for requests of the services' routes. */
export function createGateway(
  { routes, log, ...options }: GatewayOptions,
  { other, failed }: Fallbacks,
): RequestListener {
  const send = createServiceSender(options);
  const observe = createRequestObserver(log);

  async function forwardOrFail(sent: ServiceRequest): Promise<void> {
    try {
      await send(sent);
    } catch (error) {
      if (error instanceof ClientGone) return;
      const { route, request, response, requestId } = sent;
      response.setHeader('x-request-id', requestId);
      markObserved(request);
      const isDown = error instanceof ConnectionFailed;
      failed(request, response, isDown ? dependencyUnavailable(toAudience(route.service), error) : error);
    }
  }

  return (request, response) => {
    const route = routes.table().findRoute(request.method, parsePath(request.url));
    if (!route) return other(request, response);
    const describe = () => ({ route: route.pattern });
    observe({ request, response, isProbe: false, describe }, ({ requestId }) => {
      void forwardOrFail({ route, request, response, requestId });
    });
  };
}
