import { hashCallShape, listContractVersions } from '@archaka/compatibility';
import { type PublicRoute, type Service, type ServiceContract, toCallPath } from '@archaka/contracts';
import type { CallHandler } from './call-handler.ts';
import { listMethods } from './call-routes.ts';
import { getMaxBody } from './read-body.ts';

interface PublishedService {
  readonly service: Service;
  readonly version: string;
  readonly handlers: readonly CallHandler[];
  readonly publicRoutes: readonly PublicRoute[];
}

/** The gateway reads its routes from this. Excludes internal calls. */
export function createServiceContract({
  service,
  version,
  handlers,
  publicRoutes,
}: PublishedService): ServiceContract {
  const publicHandlers = handlers.filter(({ call }) => call.session !== 'service');
  return {
    service,
    version,
    contracts: listContractVersions(),
    calls: publicHandlers.map((handler) => ({
      name: handler.call.name,
      path: toCallPath(handler.call),
      methods: listMethods(handler),
      session: handler.call.session,
      kind: handler.call.kind,
      digest: hashCallShape(handler.call),
      max_body: getMaxBody(handler.call),
    })),
    routes: publicRoutes.map(({ method, path, session }) => ({ method, path, session })),
  };
}
